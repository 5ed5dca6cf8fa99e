// One function a verb. Each returns its exit code.
#pragma once

#include "cli/command.h"
#include "cli/run.h"

namespace senja::cli {

int run(const Serve& serve, World& world);
int run(const Demo& demo, World& world);
int run(const ConfigCheck& check, World& world);

int run(const Sign& sign, World& world);
int run(const Send& send, World& world);
int run(const VerifyRequest& verify, World& world);
int run(const VerifyVectors& verify, World& world);
int run(const Keygen& keygen, World& world);

int run(const EventsGet& get, World& world);
int run(const TokenNew& wanted, World& world);
int run(const TokenHash& hash, World& world);

int run(const EventsList& list, World& world);
int run(const ResourcesGet& get, World& world);
int run(const ResourcesList& list, World& world);
int run(const ResourcesPut& put, World& world);
int run(const WaitingList& list, World& world);
int run(const LettersList& list, World& world);
int run(const LettersShow& show, World& world);
int run(const LettersReplay& replay, World& world);
int run(const ClockAccept& accept, World& world);

int run(const Version& version, World& world);

// The bytes of a file, or of standard input for "-"; reported on `err` when they cannot be read.
std::optional<std::string> read_input(const std::string& file, World& world);

// Whom to believe under https: the certificates in the file `ca`, or without one the system's. Else the exit code, the
// reason being on `err`.
std::expected<net::ClientTls, int> tls_of(const net::Url& url, const std::string& ca, World& world);

std::string random_bytes(std::size_t count, Entropy& entropy);

}  // namespace senja::cli
