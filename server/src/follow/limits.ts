/** Limits for what another server answers: whoever runs it, or sits between, may answer anything (decision 118). */

const MIB = 1024 * 1024;

/** The state of an organization with tens of thousands of people, or a page of messages. */
export const MAX_ANSWER_BYTES = 256 * MIB;
/** Messages in one request, and in one transaction. */
export const MESSAGES_AT_ONCE = 500;
/** Of each kind in a state. */
export const MAX_PEOPLE = 200_000;
export const MAX_CHANNELS = 50_000;
export const MAX_GROUPS = 20_000;
export const MAX_EMOJI = 10_000;
export const MAX_PERSONAL = 100_000;
export const MAX_DOMAINS = 10_000;
export const MAX_PLAYGROUNDS = 10_000;
export const MAX_DEFAULT_GROUPS = 10_000;
/** Larger ids would exhaust the table's. */
export const LARGEST_ID = 1e12;

export const REQUEST_MS = 120_000;
/** Longer than a server waits before it sends a heartbeat. */
export const POLL_MS = 150_000;
/** The longest wait that another server can ask for. */
export const LONGEST_WAIT_MS = 10 * 60_000;
/** Queues of servers that allow it survive this long without being polled. */
export const QUEUE_LIFESPAN_SECONDS = 7 * 86_400;
