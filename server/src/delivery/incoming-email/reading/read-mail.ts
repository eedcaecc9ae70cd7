/** What an email says: read in a thread (`thread.ts`), because it may be large, deeply nested, or made to take long. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import PostalMime, { type Attachment, addressParser, type Email } from "postal-mime";
import {
  MAX_ATTACHMENTS,
  MAX_HEADER_BYTES,
  MAX_HEADERS,
  MAX_HTML_CHARACTERS,
  MAX_NESTING,
  MAX_TEXT_CHARACTERS,
} from "../limits.ts";
import { type DkimSignature, signaturesIn } from "../senders/dkim-parts.ts";
import { attachmentFile } from "./attachment-file.ts";
import { cleanText } from "./clean.ts";
import { markdownFrom } from "./html.ts";
import { isForwarded, topicFrom } from "./subject.ts";
import { trimmed } from "./trim.ts";

export interface ReadingOptions {
  /** Attachments are written beside the email, as `attachmentFile` names them, so that they are found if reading does not end. */
  readonly file: string;
  readonly includesFooters: boolean;
  readonly includesQuotes: boolean;
  readonly prefersHtml: boolean;
  /** The address is for replies, whatever the headers say. */
  readonly isReplyAddress: boolean;
  /** The time for signatures, in UNIX seconds; undefined if nobody wants to know them. */
  readonly signaturesAt?: number | undefined;
}

export interface MailHeader {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

export interface MailFile {
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

export interface ReadMail {
  readonly headers: readonly MailHeader[];
  readonly messageId: string | undefined;
  /** Of what the email says, whichever way it came. */
  readonly digest: string;
  /** Everybody whom the email claims to be from. */
  readonly from: readonly { readonly name: string; readonly address: string }[];
  /** Without prefixes like "Re:"; empty if there is none. */
  readonly topic: string;
  /** Markdown; empty if there is none. */
  readonly text: string;
  readonly files: readonly MailFile[];
  /** Whether its headers end where every program says: others may show a sender that nobody has checked. */
  readonly hasClearHeaders: boolean;
  /** Those that could prove the sender. */
  readonly signatures: readonly DkimSignature[];
}

/** Why the email cannot be posted. */
export type ReadingResult = { readonly mail: ReadMail } | { readonly unreadable: string };

export async function readMail(bytes: Buffer, options: ReadingOptions): Promise<ReadingResult> {
  let email: Email;
  try {
    email = await PostalMime.parse(bytes, {
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADER_BYTES,
      // A forwarded email is a file: its text is not the sender's.
      forceRfc822Attachments: true,
    });
  } catch {
    return { unreadable: "The parts of the email are nested too deeply, or its headers are too long." };
  }
  if (email.headers.length > MAX_HEADERS) return { unreadable: `The email has more than ${MAX_HEADERS} headers.` };
  if (email.attachments.length > MAX_ATTACHMENTS)
    return { unreadable: `The email has more than ${MAX_ATTACHMENTS} attachments.` };
  const files: MailFile[] = [];
  for (const attachment of email.attachments) files.push(await stored(attachment, files.length, options));
  const subject = cleanText(email.subject ?? "");
  const mail = {
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    messageId: email.messageId,
    digest: digestOf(email, bytes),
    from: sendersOf(email),
    topic: topicFrom(subject),
    text: textOf(email, { ...options, includesQuotes: options.includesQuotes || !isReply(email, subject, options) }),
    files,
    hasClearHeaders: hasClearHeaders(bytes),
    signatures: options.signaturesAt === undefined ? [] : signaturesIn(bytes, options.signaturesAt),
  };
  return { mail };
}

/**
 * Equal for an email that is sent again: programs may choose other boundaries then, and servers on the way add headers. Without a
 * Message-ID, only the same bytes are the same email.
 */
function digestOf({ headers, messageId, subject, text, html, attachments }: Email, bytes: Buffer): string {
  if (messageId === undefined) return createHash("sha256").update(bytes).digest("base64url");
  const first = (name: string) => headers.find(({ key }) => key === name)?.value;
  const digest = createHash("sha256").update(JSON.stringify([first("from"), subject, text, html]));
  for (const { content, filename = "" } of attachments)
    digest.update(JSON.stringify([filename])).update(typeof content === "string" ? content : new Uint8Array(content));
  return digest.digest("base64url");
}

/** Lines end with both characters (RFC 5322). A single one ends a line, or the headers, only for some programs. */
function hasClearHeaders(bytes: Buffer): boolean {
  const end = bytes.indexOf("\r\n\r\n");
  const headers = bytes.subarray(0, end === -1 ? bytes.length : end).toString("latin1");
  return !/\r(?!\n)|(?<!\r)\n/.test(headers);
}

/** Only a reply quotes what its readers know. Elsewhere a quoted email, or what looks like one, is the content itself. */
const isReply = ({ inReplyTo, references }: Email, subject: string, { isReplyAddress }: ReadingOptions): boolean =>
  (isReplyAddress || Boolean(inReplyTo) || Boolean(references)) && !isForwarded(subject);

/** The text is preferred to the HTML, and the other is taken where there is nothing in it. */
function textOf({ text, html }: Email, options: ReadingOptions): string {
  const fromText = () => trimmed(cleanText(text ?? ""), options);
  const fromHtml = () => trimmed(cleanText(markdownFrom((html ?? "").slice(0, MAX_HTML_CHARACTERS), options)), options);
  const [first, second] = options.prefersHtml ? [fromHtml, fromText] : [fromText, fromHtml];
  return (first() || second()).slice(0, MAX_TEXT_CHARACTERS);
}

/** All of them: a second address, or a second header, is a way to show people another sender than the one that was checked. */
function sendersOf({ headers }: Email): ReadMail["from"] {
  const written = headers.flatMap(({ key, value }) => (key === "from" ? addressParser(value, { flatten: true }) : []));
  return written.map(({ name, address = "" }) => ({
    name: cleanText(name).slice(0, 200),
    address: cleanText(address).slice(0, 320),
  }));
}

async function stored(
  { content, filename, mimeType }: Attachment,
  index: number,
  { file }: ReadingOptions,
): Promise<MailFile> {
  const bytes = typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
  const path = attachmentFile(file, index);
  await writeFile(path, bytes, { mode: 0o600, flag: "wx" });
  const name = cleanText(filename ?? "") || (mimeType === "message/rfc822" ? "email.eml" : `file-${index + 1}`);
  return { path, name, contentType: mimeType, size: bytes.byteLength };
}
