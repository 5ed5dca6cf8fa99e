// What handlers see of HTTP: plain values in, plain values out. Nothing here knows of sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "net/caller.h"
#include "senja/model/request.h"
#include "senja/model/time.h"

namespace senja::net {

struct Response {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers{};  // beside content-type, content-length, date and connection
  std::string body{};
  std::string_view content_type = "application/json";  // static text; a content-type among the headers replaces it
  bool close = false;                                  // the connection ends after this answer
};

// A refusal of the transport's own: {"status":"<code>","code":"<code>","detail":"…"}.
Response refusal(int status, std::string_view code, std::string_view detail);

// Names one request on one connection. Copied freely; used on the thread of its context only. The first send() counts;
// later ones, and those to a connection that has gone, do nothing.
class Replies;
struct Reply {
  Replies* to = nullptr;
  std::uint64_t connection = 0;
  std::uint64_t request = 0;
  void send(Response response) const;
};

class Replies {
 public:
  virtual ~Replies() = default;
  virtual void send(const Reply& reply, Response response) = 0;
};

// What a request's head announces of its body.
struct Announced {
  std::optional<std::uint64_t> content_length;
  bool chunked = false;
};

// One per context, used by that context's thread alone.
class Handler {
 public:
  virtual ~Handler() = default;

  // From the head alone: how many body bytes are welcome, or the answer that needs no body. After an early answer the
  // connection closes unless nothing of the body was still to come. `head` has an empty body.
  virtual std::variant<std::size_t, Response> judge_head(const RawRequest& head, const Announced& body,
                                                         const Caller& caller) = 0;

  // The whole request is here, from the caller that judge_head saw. Exactly one reply.send(), now or later.
  virtual void handle(RawRequest request, const Caller& caller, Reply reply) = 0;

  // The transport refused a request, or what was to be one: how this listener says so.
  virtual Response refuse(int status, std::string_view code, std::string_view detail) {
    return refusal(status, code, detail);
  }

  // Called every few hundred milliseconds, for deadlines.
  virtual void tick(SteadyTime now) = 0;
};

// A thread that runs what others hand it. Any thread may post.
class Loop {
 public:
  virtual ~Loop() = default;
  virtual void post(std::move_only_function<void()> work) = 0;
};

inline void Reply::send(Response response) const { to->send(*this, std::move(response)); }

}  // namespace senja::net
