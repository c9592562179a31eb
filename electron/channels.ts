/** The two channels between the page and the shell: what the page asks, and what the shell tells. There is no other. */
export const ASK_CHANNEL = 'commentdock:ask';
export const STATE_CHANNEL = 'commentdock:state';
