// All places that a contract reads, in an order that the contract alone decides.
#pragma once

#include "senja/contract/contract.h"

namespace senja::contract {

// Those of the event's fields and of the picks: what `fingerprint = "contract"` covers.
template <class Each>
void for_field_places(const Contract& contract, Each each) {
  if (!contract.event_id_from_scheme) each(contract.event_id);
  for (const auto* place : {&contract.resource_id, &contract.action, &contract.version})
    if (*place) each(**place);
  for (const auto* time : {&contract.issued_at, &contract.expires_at})
    if (*time) each((*time)->at);
  for (const auto& [action, rule] : contract.derived_expiry) each(rule.from.at);
  for (const Pick& pick : contract.picks) each(pick.at);
}

template <class Each>
void for_places(const Contract& contract, Each each) {
  for_field_places(contract, each);
  for (const Place& place : contract.fingerprint) each(place);
}

}  // namespace senja::contract
