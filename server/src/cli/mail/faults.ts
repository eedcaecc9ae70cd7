/** Why the mail server could not be used, for the operator. */

interface MailFault extends Error {
  code?: string;
  response?: string;
}

/** Without user and password. */
export function mailServerOf(smtpUrl: string): string {
  const { hostname, port, protocol } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
}

export function inWords(error: unknown, smtpUrl: string): string {
  const { code = "", response, message } = error as MailFault;
  const place = mailServerOf(smtpUrl);
  const said = printable(response ?? message);
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return `The mail server ${place} rejected the user and password in PARLEY_SMTP_URL: ${said}`;
    case "EENVELOPE":
      return `The mail server ${place} rejected the sender or the recipient: ${said}`;
    case "EMESSAGE":
      return `The mail server ${place} rejected the email: ${said}`;
    case "EDNS":
      return `The host name of the mail server in PARLEY_SMTP_URL (${place}) is unknown.`;
    case "ETLS":
      return `The connection to the mail server ${place} could not be encrypted: ${said}`;
    case "ETIMEDOUT":
      return `The mail server ${place} does not respond. Is the port open, and smtps:// only used where encryption begins at once?`;
  }
  return `The mail server ${place} cannot be used: ${said}`;
}

/** What another machine says goes to a terminal. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
