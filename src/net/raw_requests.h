// What may come over a connection, sound and not, and what must then come back: one table, for whatever serves HTTP here.
//
// The server that it is tried on has the default Bounds and a handler which answers 200 to all it is handed, takes bodies
// of 1,000 bytes on /small and of more on other paths, and answers 404 to /nowhere from the head alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "net/bounds.h"

namespace senja::net {

struct RawCase {
  std::string_view name;            // after the case of the test catalogue that it belongs to, where one does
  std::string bytes;                // all that the client sends; it then reads
  std::vector<int> statuses;        // of all final answers, in order; an interim 100 is not one
  bool closes;                      // the server ends the connection; else it waits for more
  std::vector<std::string> served;  // targets of the requests that reached the handler whole
};

namespace raw {

using namespace std::string_literals;

inline std::string get(std::string_view target, std::string_view fields = {}) {
  return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n" + std::string{fields} + "\r\n";
}
inline std::string post(std::string_view fields, std::string_view body = {}, std::string_view target = "/") {
  return "POST " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n" + std::string{fields} + "\r\n" + std::string{body};
}
inline std::string sized(std::string_view body, std::string_view target = "/") {
  return post("Content-Length: " + std::to_string(body.size()) + "\r\n", body, target);
}
inline std::string chunked(std::string_view chunks, std::string_view target = "/") {
  return post("Transfer-Encoding: chunked\r\n", chunks, target);
}
inline std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}
inline std::string head_of_size(std::size_t bytes) {
  return get("/", "X: " + std::string(bytes - get("/", "X: \r\n").size(), 'x') + "\r\n");
}

// What would be served if the bytes before it were read in another way.
inline std::string hidden() { return get("/hidden"); }

inline RawCase refused(std::string_view name, std::string bytes, int status = 400) {
  return {name, std::move(bytes), {status}, true, {}};
}
inline RawCase served(std::string_view name, std::string bytes, std::vector<std::string> targets, bool closes = false) {
  return {name, std::move(bytes), std::vector<int>(targets.size(), 200), closes, std::move(targets)};
}

inline void add_sound(std::vector<RawCase>& cases) {
  cases.insert(
      cases.end(),
      {
          served("Get", get("/a?b=c"), {"/a?b=c"}),
          served("PostByLength", sized("hello"), {"/"}),
          served("PostByChunks", chunked("5;a=\"b\"\r\nhello\r\n0\r\nX: y\r\n\r\n"), {"/"}),
          served("EmptyChunkedBody", chunked("0\r\n\r\n"), {"/"}),
          served("LengthZero", sized(""), {"/"}),
          served("LeadingZerosOfALength", post("Content-Length: 005\r\n", "hello"), {"/"}),
          served("BlanksRoundALength", post("Content-Length:\t 5 \t\r\n", "hello"), {"/"}),
          served("ChunkedInMixedCase", post("TRANSFER-encoding: ChunkeD\r\n", "0\r\n\r\n"), {"/"}),
          served("Pipelined", get("/1") + sized("x", "/2") + chunked("1\r\nx\r\n0\r\n\r\n", "/3") + get("/4"),
                 {"/1", "/2", "/3", "/4"}),
          served("PipelinedAndCutOff", get("/1") + "GET /2 HTTP/1.1\r\nHo", {"/1"}),
          served("EmptyLineBefore", "\r\n" + get("/"), {"/"}),
          served("EmptyLineBetween", sized("x", "/1") + "\r\n" + get("/2"), {"/1", "/2"}),
          served("OnlyAnEmptyLine", "\r\n", {}),
          served("OptionsOfTheServer", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", {"*"}),
          served("UnknownMethod", "BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", {"/pot"}),
          served("Http10", "GET / HTTP/1.0\r\n\r\n" + hidden(), {"/"}, true),
          served("Http10KeepAlive", "GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + get("/2"), {"/1", "/2"}),
          served("Http10KeepAliveAndClose", "GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n" + hidden(), {"/"},
                 true),
          served("Http10Expect", "POST / HTTP/1.0\r\nExpect: tea\r\nContent-Length: 1\r\n\r\nx", {"/"}, true),
          served("ConnectionClose", get("/", "Connection: close\r\n") + hidden(), {"/"}, true),
          served("ConnectionCloseInAList", get("/", "Connection: te, Close\r\n") + hidden(), {"/"}, true),
          served("ProxyConnectionMeansNothing", get("/1", "Proxy-Connection: close\r\n") + get("/2"), {"/1", "/2"}),
          served("UpgradeIsPassedOver", get("/1", "Connection: upgrade\r\nUpgrade: h2c\r\n") + get("/2"), {"/1", "/2"}),
          served("EmptyValue", get("/", "X:\r\nY: \t\r\n"), {"/"}),
          served("EightBitValue", get("/", "X: \xc3\xa9\xff\r\n"), {"/"}),
          served("EmptyHost", "GET / HTTP/1.1\r\nHost:\r\n\r\n", {"/"}),
          served("HostWithPort", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", {"/"}),
          served("ExpectContinue", post("Expect: 100-Continue\r\nContent-Length: 5\r\n", "hello"), {"/"}),
          served("PAR08_ExactlyTheLimitByLength", sized(repeated("x", 1'000), "/small"), {"/small"}),
          served("PAR08_ExactlyTheLimitByChunks", chunked(repeated("a\r\n0123456789\r\n", 100) + "0\r\n\r\n", "/small"),
                 {"/small"}),
          served("PAR11_ExactlyTheHeadBytes", head_of_size(limits::head_bytes_max), {"/"}),
          served("PAR11_ExactlyTheFields", get("/", repeated("a: b\r\n", limits::header_fields_max - 1)), {"/"}),
      });
}

inline void add_bounds(std::vector<RawCase>& cases) {
  const std::string megabyte(1024 * 1024, 'x');
  cases.insert(
      cases.end(),
      {
          refused("PAR06_MegabyteOfExtension", chunked("5;a=" + megabyte + "\r\nhello\r\n0\r\n\r\n")),
          refused("PAR06_MegabyteOfTrailer", chunked("0\r\nX: " + megabyte + "\r\n\r\n")),
          refused("PAR06_TooManyTrailerFields", chunked("0\r\n" + repeated("a: b\r\n", 101) + "\r\n")),
          refused("PAR08_OneOverTheLimitByLength", sized(repeated("x", 1'001), "/small"), 413),
          refused("PAR08_OneOverTheLimitByChunks",
                  chunked(repeated("a\r\n0123456789\r\n", 100) + "1\r\nx\r\n0\r\n\r\n", "/small"), 413),
          refused("PAR08_LargestLength", post("Content-Length: 999999999999999999\r\n", "x", "/small"), 413),
          refused("PAR08_LargestChunk", chunked("ffffffffffffffff\r\nhello", "/small"), 413),
          refused("PAR09_EndlessChunks", chunked(repeated("64\r\n" + repeated("x", 100) + "\r\n", 1'000), "/small"), 413),
          refused("PAR11_OneHeadByteTooMany", head_of_size(limits::head_bytes_max + 1), 431),
          refused("PAR11_OneFieldTooMany", get("/", repeated("a: b\r\n", limits::header_fields_max)), 431),
          refused("PAR11_EndlessTarget", "GET /" + megabyte, 431),
          refused("PAR11_EndlessName", "GET / HTTP/1.1\r\n" + megabyte, 431),
          refused("PAR11_EndlessValue", "GET / HTTP/1.1\r\nX: " + megabyte, 431),
          refused("PAR11_EndlessMethod", megabyte, 431),
          refused("PAR13_EarlyAnswer", post("Content-Length: 99999999999\r\n", "xxx", "/nowhere"), 404),
          refused("PAR13_EarlyAnswerToChunks", chunked("5\r\nhello\r\n0\r\n\r\n" + hidden(), "/nowhere"), 404),
          refused("PAR14_EarlyAnswerInsteadOf100",
                  post("Expect: 100-continue\r\nContent-Length: 99999999999\r\n", {}, "/nowhere"), 404),
          refused("PAR14_TooLargeInsteadOf100", post("Expect: 100-continue\r\nContent-Length: 1001\r\n", {}, "/small"), 413),
          refused("UnknownExpectation", post("Expect: tea\r\nContent-Length: 5\r\n", "hello"), 417),
          refused("TwoExpectations", post("Expect: 100-continue, tea\r\nContent-Length: 5\r\n", "hello"), 417),
          RawCase{"EarlyAnswerWithoutBody", get("/nowhere") + get("/2"), {404, 200}, false, {"/2"}},
          RawCase{"UnknownExpectationWithoutBody", get("/1", "Expect: tea\r\n") + get("/2"), {417, 200}, false, {"/2"}},
      });
}

// Each hides a request behind bytes that one reader would end elsewhere than another.
inline void add_smuggling(std::vector<RawCase>& cases) {
  const std::string chunks = "0\r\n\r\n" + hidden();
  const auto hides = [&](std::string_view name, std::string_view fields) { return refused(name, post(fields, chunks)); };
  const auto data = [](std::string_view name, std::string_view body) {
    return refused(name, chunked(std::string{body} + "0\r\n\r\n" + hidden()));
  };
  cases.insert(cases.end(),
               {
                   hides("PAR10_LengthThenEncoding", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
                   hides("PAR10_EncodingThenLength", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
                   hides("PAR10_EncodingTwice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
                   hides("PAR10_EncodingTwiceOnceUnknown", "Transfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n"),
                   hides("PAR10_ChunkedChunked", "Transfer-Encoding: chunked, chunked\r\n"),
                   hides("PAR10_ChunkedIdentity", "Transfer-Encoding: chunked, identity\r\n"),
                   hides("PAR10_GzipChunked", "Transfer-Encoding: gzip, chunked\r\n"),
                   hides("PAR10_Identity", "Transfer-Encoding: identity\r\n"),
                   hides("PAR10_XChunked", "Transfer-Encoding: xchunked\r\n"),
                   hides("PAR10_QuotedChunked", "Transfer-Encoding: \"chunked\"\r\n"),
                   hides("PAR10_EmptyEncoding", "Transfer-Encoding:\r\n"),
                   hides("PAR10_SpaceBeforeTheColon", "Transfer-Encoding : chunked\r\n"),
                   hides("PAR10_TabBeforeTheColon", "Transfer-Encoding\t: chunked\r\n"),
                   hides("PAR10_VerticalTab", "Transfer-Encoding:\x0b chunked\r\n"),
                   hides("PAR10_VerticalTabBehind", "Transfer-Encoding: chunked\x0b\r\n"),
                   hides("PAR10_NulBehindChunked", "Transfer-Encoding: chunked\0\r\n"s),
                   hides("PAR10_FoldedEncoding", "Transfer-Encoding:\r\n chunked\r\n"),
                   hides("PAR10_EncodingInAFold", "X: y\r\n Transfer-Encoding: chunked\r\n"),
                   hides("PAR10_BlankBeforeTheName", " Transfer-Encoding: chunked\r\n"),
                   hides("PAR10_EncodingBehindABareLineFeed", "X: y\nTransfer-Encoding: chunked\r\n"),
                   hides("PAR10_EncodingBehindABareReturn", "X: y\rTransfer-Encoding: chunked\r\n"),
                   hides("PAR10_NameWithAnEightBitByte", "Transfer\xadncoding: chunked\r\n"),
                   refused("PAR10_EncodingOnHttp10", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks),
                   refused("PAR10_LengthInTheTrailer", chunked("0\r\nContent-Length: 5\r\n\r\n" + hidden())),
                   refused("PAR10_EncodingInTheTrailer", chunked("0\r\nTransfer-Encoding: chunked\r\n\r\n" + hidden())),
                   refused("PAR10_FoldedTrailer", chunked("0\r\nX: y\r\n z\r\n\r\n" + hidden())),
                   refused("PAR10_RequestAsTrailer", chunked("0\r\n" + hidden())),
                   refused("PAR10_TrailerWithABareLineFeed", chunked("0\r\nX: y\n\r\n" + hidden())),
                   data("PAR06_NegativeChunk", "-2\r\nhello\r\n"),
                   data("PAR06_PlusChunk", "+5\r\nhello\r\n"),
                   data("PAR06_HexPrefix", "0x5\r\nhello\r\n"),
                   data("PAR06_EmptySize", "\r\nhello\r\n"),
                   data("PAR06_SeventeenDigits", "fffffffffffffffff\r\nhello\r\n"),
                   data("PAR06_SeventeenZeros", "00000000000000005\r\nhello\r\n"),
                   data("PAR06_BlankBeforeTheSize", " 5\r\nhello\r\n"),
                   data("PAR06_BlankBehindTheSize", "5 \r\nhello\r\n"),
                   data("PAR06_BareLineFeedBehindTheSize", "5\nhello\r\n"),
                   data("PAR06_BareReturnBehindTheSize", "5\rhello\r\n"),
                   data("PAR06_BareLineFeedInAnExtension", "5;a=\"\n\"\r\nhello\r\n"),
                   data("PAR06_NulInAnExtension", "5;a\0\r\nhello\r\n"s),
                   data("PAR06_EmptyExtension", "5;\r\nhello\r\n"),
                   data("PAR06_DataLongerThanItsSize", "5\r\nhello!\r\n"),
                   data("PAR06_DataShorterThanItsSize", "5\r\nhell\r\n"),
                   data("PAR06_BareLineFeedBehindTheData", "5\r\nhello\n"),
                   hides("PAR07_NegativeLength", "Content-Length: -1\r\n"),
                   hides("PAR07_PlusLength", "Content-Length: +1\r\n"),
                   hides("PAR07_ListOfLengths", "Content-Length: 1,1\r\n"),
                   hides("PAR07_ListOfEqualLengths", "Content-Length: 5, 5\r\n"),
                   hides("PAR07_BlankInALength", "Content-Length: 1 2\r\n"),
                   hides("PAR07_HexLength", "Content-Length: 0x5\r\n"),
                   hides("PAR07_HugeLength", "Content-Length: 99999999999999999999\r\n"),
                   hides("PAR07_EmptyLength", "Content-Length:\r\n"),
                   hides("PAR15_DifferentLengths", "Content-Length: 5\r\nContent-Length: 6\r\n"),
                   hides("PAR15_EqualLengths", "Content-Length: 5\r\nContent-Length: 5\r\n"),
                   hides("PAR15_ReadableAndNot", "Content-Length: 5\r\nContent-Length: x\r\n"),
               });
}

inline void add_heads(std::vector<RawCase>& cases) {
  const auto line = [](std::string_view name, std::string_view request_line) {
    return refused(name, std::string{request_line} + "\r\nHost: a\r\n\r\n" + hidden());
  };
  const auto host = [](std::string_view name, std::string_view fields) {
    return refused(name, "GET / HTTP/1.1\r\n" + std::string{fields} + "\r\n" + hidden());
  };
  cases.insert(
      cases.end(),
      {
          line("Http09", "GET /"),
          line("Http2Preface", "PRI * HTTP/2.0"),
          line("Http12", "GET / HTTP/1.2"),
          line("LowerCaseVersion", "GET / http/1.1"),
          line("TwoBlanks", "GET  / HTTP/1.1"),
          line("BlankInTheTarget", "GET /a b HTTP/1.1"),
          line("BlankBehindTheVersion", "GET / HTTP/1.1 "),
          line("TabsForBlanks", "GET\t/\tHTTP/1.1"),
          line("AbsoluteForm", "GET http://a/ HTTP/1.1"),
          line("AuthorityForm", "CONNECT a:443 HTTP/1.1"),
          line("AsteriskForGet", "GET * HTTP/1.1"),
          line("EmptyTarget", "GET  HTTP/1.1"),
          line("NulInTheTarget", "GET /\0 HTTP/1.1"s),
          line("EightBitTarget", "GET /\xc3\xa9 HTTP/1.1"),
          line("MethodThatIsNoToken", "G{}T / HTTP/1.1"),
          host("HostMissing", "X: y\r\n"),
          host("HostTwice", "Host: a\r\nHost: a\r\n"),
          host("HostList", "Host: a, b\r\n"),
          host("HostWithUser", "Host: u@a\r\n"),
          host("HostWithPath", "Host: a/b\r\n"),
          host("HostWithABadPort", "Host: a:99999\r\n"),
          host("HostWithABlankBeforeTheColon", "Host : a\r\n"),
          host("NulInAValue", "Host: a\r\nX: \0\r\n"s),
          host("EightBitName", "Host: a\r\nX\xff: y\r\n"),
          host("EmptyName", "Host: a\r\n: y\r\n"),
          host("NoColon", "Host: a\r\nX\r\n"),
          host("ConnectionThatIsNoList", "Host: a\r\nConnection: a b\r\n"),
          refused("PAR10_LineFeedsOnly", "GET / HTTP/1.1\nHost: a\n\n" + hidden()),
          refused("PAR10_ReturnsOnly", "GET / HTTP/1.1\rHost: a\r\r" + hidden()),
          refused("TwoEmptyLinesBefore", "\r\n\r\n" + get("/")),
          refused("Tls", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s),
          refused("ProxyProtocol1", "PROXY TCP4 192.0.2.1 192.0.2.2 5000 80\r\n" + get("/")),
          refused("ProxyProtocol2", "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c"s + get("/")),
          RawCase{"PAR10_PipelinedBehindAFault", get("/1") + "GET / HTTP/1.1\r\n\r\n" + hidden(), {200, 400}, true, {"/1"}},
          RawCase{"StrayByteBehindABody", sized("x", "/1") + "y" + get("/2"), {200, 200}, false, {"/1", "/2"}},
      });
}

}  // namespace raw

inline std::vector<RawCase> raw_cases() {
  std::vector<RawCase> cases;
  raw::add_sound(cases);
  raw::add_bounds(cases);
  raw::add_smuggling(cases);
  raw::add_heads(cases);
  return cases;
}

}  // namespace senja::net
