#include "senja/signature/catalogue.h"

#include <algorithm>
#include <array>

namespace senja::signature {

// Fields that are not named have the grammar's defaults.
std::span<const SchemeRow> catalogue() {
  static const std::array rows{
      SchemeRow{.name = "none", .alg = "none"},

      // Our own two, for senders without habits of their own.
      SchemeRow{.name = "timestamp-body",
                .sig = "header:X-Webhook-Signature",
                .signed_text = "{timestamp}.{body}",
                .time_from = "header:X-Webhook-Timestamp",
                .time_past = 300,
                .time_future = 300},
      SchemeRow{.name = "sha256-body", .sig = "header:X-Webhook-Signature", .item = {"sha256={sig}"}},

      SchemeRow{.name = "standard-webhooks",
                .sig = "header:webhook-signature",
                .split = " ",
                .item = {"v1,{sig}"},
                .signed_text = "{id}.{timestamp}.{body}",
                .enc = "base64",
                .key = "whsec",
                .time_from = "header:webhook-timestamp",
                .time_past = 300,
                .time_future = 300,
                .id = "header:webhook-id"},
      SchemeRow{.name = "svix",
                .sig = "header:svix-signature || header:webhook-signature",
                .split = " ",
                .item = {"v1,{sig}"},
                .signed_text = "{id}.{timestamp}.{body}",
                .enc = "base64",
                .key = "whsec",
                .time_from = "header:svix-timestamp || header:webhook-timestamp",
                .time_past = 300,
                .time_future = 300,
                .id = "header:svix-id || header:webhook-id"},
      SchemeRow{.name = "stripe",
                .sig = "header:Stripe-Signature",
                .split = ",",
                .item = {"t={timestamp}", "v1={sig}"},
                .signed_text = "{timestamp}.{body}",
                .time_from = "sig",
                .time_past = 300,
                .id = "json:/id"},
      SchemeRow{
          .name = "github", .sig = "header:X-Hub-Signature-256", .item = {"sha256={sig}"}, .id = "header:X-GitHub-Delivery"},
  };
  return rows;
}

const SchemeRow* find_scheme(std::string_view name) {
  const auto rows = catalogue();
  const auto row = std::ranges::find(rows, name, &SchemeRow::name);
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace senja::signature
