/* SPDX-License-Identifier: MIT */
#include "base/signals.h"

#include <stddef.h>

/* These functions fail only for arguments that are not used here. */
sigset_t
sp_signals_hold(void)
{
	static const int held[] = { SP_SIGNALS };
	sigset_t signals, before;

	sigemptyset(&signals);
	for (size_t i = 0; i < sizeof(held) / sizeof(*held); i++)
		sigaddset(&signals, held[i]);
	sigemptyset(&before);
	(void)pthread_sigmask(SIG_BLOCK, &signals, &before);
	return before;
}

/* pthread_sigmask() does not change errno. */
void
sp_signals_release(sigset_t before)
{
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}
