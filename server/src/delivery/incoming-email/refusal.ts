/**
 * Why an email is not posted. The sending server gets it as its response, and tells the sender: Parley sends no bounces itself,
 * because the sender's address may be forged.
 */
export class MailRefusal extends Error {
  /** The SMTP response code: 4xx if the sender should try again, 5xx if not. */
  readonly responseCode: number;
  /** For the log. */
  readonly reason: string;

  /** `status` is the enhanced status code (RFC 3463): `5.7.1`. */
  constructor(responseCode: number, status: string, sentence: string, reason: string) {
    super(`${status} ${inOneLine(sentence)}`);
    this.responseCode = responseCode;
    this.reason = reason;
  }

  get isTemporary(): boolean {
    return this.responseCode < 500;
  }
}

/** A response is a line of ASCII characters, and not longer than 512. */
const inOneLine = (sentence: string): string =>
  sentence
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\x20-\x7e]+/g, "?")
    .slice(0, 400);

export const noSuchAddress = (): MailRefusal =>
  new MailRefusal(550, "5.1.1", "There is no such address here, or it no longer works.", "address");
export const isLoop = (sentence: string): MailRefusal => new MailRefusal(554, "5.4.6", sentence, "loop");
export const isForged = (sentence: string): MailRefusal => new MailRefusal(550, "5.7.1", sentence, "forged");
export const notAllowed = (sentence: string): MailRefusal => new MailRefusal(550, "5.7.1", sentence, "permission");
export const unreadable = (sentence: string): MailRefusal => new MailRefusal(554, "5.6.0", sentence, "content");
export const tooLarge = (sentence: string): MailRefusal => new MailRefusal(552, "5.3.4", sentence, "size");
export const later = (sentence: string, reason = "later"): MailRefusal =>
  new MailRefusal(451, "4.3.0", sentence, reason);
export const tooMany = (sentence: string): MailRefusal => new MailRefusal(450, "4.7.1", sentence, "rate");
