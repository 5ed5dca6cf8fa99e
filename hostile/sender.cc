#include "sender.h"

#include <utility>

namespace senja::hostile {

namespace {

constexpr Micros reopen_after = std::chrono::milliseconds{100};
constexpr Micros look_interval = std::chrono::milliseconds{20};

}  // namespace

Sender::Sender(const Clock& clock, const Target& target, SenderPlan plan)
    : target_(target), plan_(std::move(plan)), watch_(clock), posts_(plan_.connections) {}

Sent Sender::run() {
  watch_.run(*this, std::stop_token{});
  return std::move(sent_);
}

void Sender::start() {
  thread_ = std::jthread([this](const std::stop_token& stop) { watch_.run(*this, stop); });
}

Sent Sender::stop() {
  thread_.request_stop();
  thread_.join();
  return std::move(sent_);
}

std::optional<SteadyTime> Sender::on_turn(SteadyTime now, bool ending) {
  for (std::size_t i = 0; i < posts_.size(); ++i)
    if (!posts_[i].line && now >= posts_[i].reopen_at) open(i);
  if (!began_) {
    if (!opening_since_) opening_since_ = now;
    if (free_.size() < posts_.size() && now - *opening_since_ < patience && !ending) return now + look_interval;
    began_ = now;
  }
  if (!ending && due_ < plan_.count_max) {
    for (; due_ < plan_.count_max && due_at(due_) <= now; ++due_) waiting_.push_back(due_at(due_));
    hand_out();
    return due_ < plan_.count_max ? due_at(due_) : now;
  }
  if (due_ < plan_.count_max) waiting_.clear();  // told to end: what was not sent by now is not asked
  hand_out();
  if (!ending_since_) ending_since_ = now;
  if ((busy_ > 0 || !waiting_.empty()) && now - *ending_since_ < patience) return now + look_interval;
  give_up();
  return std::nullopt;
}

// What has no answer by now will have none.
void Sender::give_up() {
  const std::uint64_t silent = busy_ + waiting_.size();
  sent_.asked += waiting_.size();
  if (silent > 0) sent_.otherwise[0] += silent;
}

SteadyTime Sender::due_at(std::uint64_t number) const {
  const std::chrono::duration<double> after{static_cast<double>(number) / plan_.per_second};
  return *began_ + std::chrono::duration_cast<Micros>(after);
}

void Sender::open(std::size_t which) {
  Post& post = posts_[which];
  post.line = std::make_unique<Line>(target_);
  post.answers.forget();
  watch_.add(post.line->socket(), which);
}

void Sender::hand_out() {
  while (!waiting_.empty() && !free_.empty()) {
    const std::size_t which = free_.front();
    free_.pop_front();
    posts_[which].free = false;
    if (!posts_[which].line) continue;  // it ended while nothing was asked of it
    begin(which, waiting_.front());
    waiting_.pop_front();
  }
}

void Sender::begin(std::size_t which, SteadyTime intended) {
  Post& post = posts_[which];
  post.request = plan_.request();
  post.sent = 0;
  post.intended = intended;
  post.again = false;
  post.busy = true;
  ++busy_;
  ++sent_.asked;
  move(post);
}

void Sender::move(Post& post) {
  std::string_view rest = std::string_view{post.request}.substr(post.sent);
  post.line->send(rest);
  post.sent = post.request.size() - rest.size();
}

void Sender::on_socket(std::size_t which) {
  Post& post = posts_[which];
  if (!post.line) return;
  Line::State state = post.line->move_on();
  if (state == Line::State::open) {
    if (!post.busy && !post.free) {
      post.free = true;
      free_.push_back(which);
    }
    if (post.busy) move(post);
    state = post.line->read(post.answers.bytes());
    if (const auto status = post.answers.next(); status && post.busy) settle(which, *status);
  }
  if (state == Line::State::ended) {
    if (post.busy && may_send_again(post))
      ++sent_.sent_again;
    else if (post.busy)
      settle(which, 0);
    post.line.reset();
    post.reopen_at = watch_.now() + (post.busy ? Micros{0} : reopen_after);
  }
  hand_out();
}

bool Sender::may_send_again(Post& post) {
  if (post.again || !post.answers.bytes().empty()) return false;
  post.again = true;
  post.sent = 0;
  return true;
}

void Sender::settle(std::size_t which, int status) {
  Post& post = posts_[which];
  post.busy = false;
  --busy_;
  if (status == plan_.expected) {
    ++sent_.as_expected;
    sent_.latencies.push_back(watch_.now() - post.intended);
  } else {
    ++sent_.otherwise[status];
  }
  if (status == 0) {
    post.line.reset();
    post.reopen_at = watch_.now() + reopen_after;
  } else {
    post.free = true;
    free_.push_back(which);
  }
}

}  // namespace senja::hostile
