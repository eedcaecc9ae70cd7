/** What one email, and one connection, may ask of the server. docs/operations.md lists them. */

/** Files in an email; one more and it is refused. */
export const MAX_ATTACHMENTS = 20;
/** Parts within parts. */
export const MAX_NESTING = 20;
/** Of the headers of all parts together. */
export const MAX_HEADER_BYTES = 256 * 1024;
export const MAX_HEADERS = 500;
/** HTML that is converted; the rest could not be in a message any more. */
export const MAX_HTML_CHARACTERS = 1024 * 1024;
/** Elements within elements in HTML; nothing that is deeper is read. */
export const MAX_HTML_DEPTH = 500;
/** What is read of a text. A text that is longer than a message is attached as a file. */
export const MAX_TEXT_CHARACTERS = 200_000;
/** How long a thread may take for an email. */
export const READING_MS = 20_000;
/** Emails that are read at once, each in a thread of its own and for another organization. */
export const MAX_READING = 3;
/** Emails that wait for a thread, and how many of them are of one organization. */
export const MAX_WAITING = 100;
export const MAX_WAITING_OF_ORGANIZATION = 25;
/** Servers that an email has passed; more are a loop (RFC 5321, 6.3). */
export const MAX_HOPS = 50;

export const MAX_CONNECTIONS = 100;
/** From one IP address, which for LMTP is that of the mail server. */
export const MAX_CONNECTIONS_OF_CLIENT = { smtp: 10, lmtp: MAX_CONNECTIONS } as const;
/** Recipients that may be refused on one connection before it is closed. */
export const MAX_REFUSALS = 20;
/** Without anything being sent. */
export const IDLE_MS = 60_000;
/** However busy it is: a hundred connections that send a byte now and then would keep everybody else out. */
export const CONNECTION_MS = 15 * 60_000;
