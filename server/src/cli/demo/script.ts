/** The vocabulary of the demo script: who says what, where and when. */

/** What happens to a message after it is sent. */
export interface Aftermath {
  /** Emoji names; who reacts is drawn from the seed. */
  readonly reactions?: readonly string[];
  /** The text after an edit. */
  readonly edited?: string;
  /** Minutes after the previous message; random if omitted. */
  readonly after?: number;
}

export interface DemoLine extends Aftermath {
  readonly from: string;
  readonly text: string;
}

interface When {
  /** Working days before the demo is created. */
  readonly daysAgo: number;
  /** The time of the first line, as "HH:MM". */
  readonly at: string;
}

export interface ChannelConversation extends When {
  readonly channel: string;
  readonly topic: string;
  readonly lines: readonly DemoLine[];
}

export interface DirectConversation extends When {
  readonly people: readonly string[];
  readonly lines: readonly DemoLine[];
}

export type DemoConversation = ChannelConversation | DirectConversation;

/** Returns a function that writes a person's lines: `mei("Looks good")`. */
export const voice =
  (from: string) =>
  (text: string | readonly string[], aftermath: Aftermath = {}): DemoLine => ({
    from,
    text: typeof text === "string" ? text : text.join("\n"),
    ...aftermath,
  });

export const inChannel =
  (channel: string) =>
  (topic: string, daysAgo: number, at: string, lines: readonly DemoLine[]): ChannelConversation => ({
    channel,
    topic,
    daysAgo,
    at,
    lines,
  });

export const between = (
  people: readonly string[],
  daysAgo: number,
  at: string,
  lines: readonly DemoLine[],
): DirectConversation => ({ people, daysAgo, at, lines });
