build-clang/lib/base/calendar.o: lib/base/calendar.c lib/base/calendar.h

lib/base/calendar.h:
