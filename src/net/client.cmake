# The client stands apart from the server, so that what only calls does not link what serves.
senja_room(NAME client SOURCES client.cc client_socket.cc deadline.cc url.cc USES senja_tls senja_model)
senja_room_test(NAME client SOURCES client_test.cc USES senja_client senja_test_certificates Threads::Threads)
