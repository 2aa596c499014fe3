// When long work must end before it is done: a deadline has passed, or the person pressed Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

namespace linefall {

// Shared by a caller and the threads that work for it. The thread that runs the work calls poll() every few
// microseconds to milliseconds; helper threads only read stopped(), which costs as much as reading a bool.
//
//     for (std::uint64_t i = 0; i < games; ++i) {
//         if (i % 1024 == 0 && stop.poll()) break;
//         play(i);
//     }
class StopToken {
  public:
    using Clock = std::chrono::steady_clock;

    // How long an interruption may wait until it is noticed. Asking Python costs its lock, so not at every poll.
    static constexpr std::chrono::milliseconds patience{30};

    StopToken() = default;

    // `interrupted` is asked in poll(), by the polling thread, about every `patience`.
    explicit StopToken(std::function<bool()> interrupted, std::optional<Clock::time_point> deadline = {})
        : deadline_(deadline), interrupted_(std::move(interrupted)) {}

    StopToken(const StopToken&) = delete;
    StopToken& operator=(const StopToken&) = delete;

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    // Looks at the clock and asks about interruptions; says whether to stop. One thread only.
    bool poll() {
        if (stopped()) return true;
        const Clock::time_point now = Clock::now();
        if (deadline_ && now >= *deadline_) stop();
        if (interrupted_ && now >= next_question_) {
            next_question_ = now + patience;
            if (interrupted_()) {
                was_interrupted_ = true;
                stop();
            }
        }
        return stopped();
    }

    // Whether it was `interrupted` that ended the work, not the deadline or stop().
    bool was_interrupted() const { return was_interrupted_; }

  private:
    std::atomic<bool> stopped_{false};
    std::optional<Clock::time_point> deadline_;
    std::function<bool()> interrupted_;
    Clock::time_point next_question_ = Clock::now() + patience;
    bool was_interrupted_ = false;
};

}  // namespace linefall
