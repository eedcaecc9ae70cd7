/** The topic of an email: its subject, without what mail programs put before it. */

/** Reply and forwarding marks of mail programs, in the languages that their users have: `Re:`, `AW:`, `Fwd:`, `WG:`, `SV[2]:`. */
const REPLY = ["re", "aw", "sv", "antw", "odp", "ynt", "回复", "回覆", "答复", "رد"];
const FORWARD = ["fwd", "fw", "wg", "vb", "tr", "rv", "转发", "轉寄", "轉發"];
const marks = (words: readonly string[]) => new RegExp(`^(?:${words.join("|")})(?:\\[\\d{1,3}\\])?\\s?[:：]\\s*`, "iu");
const ANY_MARK = marks([...REPLY, ...FORWARD]);
const FORWARD_MARK = marks(FORWARD);
/** Nobody's subject has more; every round looks at the rest again. */
const MAX_MARKS = 20;

/** In one line; empty if the email has no subject. */
export function topicFrom(subject: string): string {
  let topic = subject.replace(/\s+/g, " ").trim().slice(0, 1000);
  for (let count = 0; count < MAX_MARKS; count++) {
    const rest = topic.replace(ANY_MARK, "");
    if (rest === topic) break;
    topic = rest;
  }
  return topic;
}

/** Whether what is quoted below is what the sender wants to show. */
export const isForwarded = (subject: string): boolean => FORWARD_MARK.test(subject.trim());
