/** Cuts what mail programs add to a text: the email that it replies to, and the sender's signature. */

export interface TrimOptions {
  readonly includesFooters: boolean;
  /** True for everything that is no reply: what looks like a quoted email there is what the sender wants to show. */
  readonly includesQuotes: boolean;
}

/** Lines that are looked at: more than a message can have. */
const MAX_LINES = 5000;

export function trimmed(text: string, { includesFooters, includesQuotes }: TrimOptions): string {
  let lines = text.split("\n", MAX_LINES);
  if (!includesQuotes) lines = withoutQuotes(lines);
  if (!includesFooters) lines = withoutFooter(lines);
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

/**
 * The signature begins at a line of two hyphens and a space (RFC 3676), which nobody types by accident. Several of them are something
 * else, such as a table.
 */
function withoutFooter(lines: readonly string[]): string[] {
  const marks = lines.flatMap((line, at) => (line === "-- " ? [at] : []));
  const [mark] = marks;
  return mark === undefined || marks.length > 1 ? [...lines] : lines.slice(0, mark);
}

/** Everything from the line that introduces the quoted email, and quoted lines at the end. */
function withoutQuotes(lines: readonly string[]): string[] {
  const start = lines.findIndex((_, at) => introducesQuote(lines, at));
  const own = start === -1 ? [...lines] : lines.slice(0, start);
  while (own.length > 0 && isQuotedOrEmpty(own.at(-1) as string)) own.pop();
  return own;
}

const isQuotedOrEmpty = (line: string): boolean => line.trim() === "" || line.startsWith(">");

/** "On 3 May 2026, Ada wrote:", in one line or broken into two or three, and the same in other languages. */
const WROTE =
  /^(?:on|am|le|el|op|il|em|den|dnia|在|في)\s.{4,300}(?:wrote|schrieb|a écrit|escribió|schreef|ha scritto|escreveu|skrev|napisał\(?a?\)?|写道|كتب).{0,120}[:：]$/iu;
const WROTE_SHORT = /^.{0,200}(?:于|於).{4,100}(?:写道|寫道)[:：]$/u;
/** "-----Original Message-----" and "---------- Forwarded message ---------". */
const DIVIDER =
  /^-{3,}\s?(?:original message|original appointment|ursprüngliche nachricht|forwarded message|weitergeleitete nachricht|message d'origine|mensaje original|原始邮件|原始郵件|الرسالة الأصلية)\s?-{3,}$/iu;
/** The line of Outlook, which people draw too: below it must be the headers. */
const RULE = /^_{20,}$/;
/** The headers that Outlook writes above what it quotes: one of each kind, because people write "From: Berlin" themselves. */
const FROM = /^\*?(?:from|von|de|da|van|发件人|寄件者|من)\s?[:：]\*?\s?\S/iu;
const SENT =
  /^\*?(?:sent|date|gesendet|datum|envoyé|enviado(?: el)?|inviato|verzonden|data|发送时间|日期|寄件日期|التاريخ|إرسال)\s?[:：]/iu;
const TO_OR_SUBJECT =
  /^\*?(?:to|cc|subject|an|betreff|à|objet|para|asunto|assunto|a|oggetto|aan|onderwerp|收件人|主题|主旨|إلى|الموضوع)\s?[:：]/iu;

function introducesQuote(lines: readonly string[], at: number): boolean {
  const line = (lines[at] as string).trim();
  if (line === "") return false;
  if (DIVIDER.test(line)) return true;
  if (RULE.test(line)) {
    const next = lines.findIndex((each, index) => index > at && each.trim() !== "");
    return next !== -1 && FROM.test((lines[next] as string).trim()) && hasBelow(lines, next, [SENT]);
  }
  if (FROM.test(line)) return hasBelow(lines, at, [SENT, TO_OR_SUBJECT]);
  if (!/^(?:on|am|le|el|op|il|em|den|dnia|在|في)\s|(?:于|於)/iu.test(line) || line.length > 400) return false;
  for (let count = 1; count <= 3; count++) {
    const whole = lines
      .slice(at, at + count)
      .map((each) => each.trim())
      .join(" ");
    if (!WROTE.test(whole) && !WROTE_SHORT.test(whole)) continue;
    return isFollowedByQuote(lines, at + count);
  }
  return false;
}

/** Whether each of these headers stands in the lines that follow without a gap. */
function hasBelow(lines: readonly string[], at: number, headers: readonly RegExp[]): boolean {
  const block = lines.slice(at + 1, at + 6).map((line) => line.trim());
  const gap = block.indexOf("");
  const together = gap === -1 ? block : block.slice(0, gap);
  return headers.every((header) => together.some((line) => header.test(line)));
}

/** Otherwise it is a sentence of the sender. A program that quotes without marks puts nothing else below. */
function isFollowedByQuote(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from).find((line) => line.trim() !== "");
  return next === undefined || next.startsWith(">");
}
