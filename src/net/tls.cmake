# What the server and the client share.
senja_room(NAME tls SOURCES certificate.cc ip.cc pem.cc tls_stream.cc USES senja_model OpenSSL::SSL OpenSSL::Crypto)
if(SENJA_TESTS)
  # Throwaway certificates, for the tests of any room.
  senja_room(NAME test_certificates SOURCES test_certificates.cc USES senja_tls)
endif()
