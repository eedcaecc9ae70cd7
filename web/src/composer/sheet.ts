/** An unsent message, and how the one in hand is shown. */
import type { Target } from "./target.ts";

export interface Sheet {
  readonly id: number;
  readonly target: Target;
  readonly text: string;
  /** The server's copy, and whether it is up to date. */
  readonly draftId: number | undefined;
  readonly isSaved: boolean;
  /** As the server's draft has it: nothing was written in it here. */
  readonly isTaken: boolean;
  /** The reader chooses its recipients; until they have, it belongs to no conversation. */
  readonly isNew: boolean;
  /** Files on their way into this message. */
  readonly uploading: number;
  /** Sent as soon as they have arrived. */
  readonly isWaiting: boolean;
}

/** The sheet in hand, and how it is shown. */
export interface Writing extends Sheet {
  /** Changes when another conversation's text is shown: the field must not undo into it. */
  readonly place: number;
  /** Opened by the reader, where the composer is closed otherwise. */
  readonly isOpen: boolean;
  /** Not the text of the conversation in view. */
  readonly isAway: boolean;
  /** Where the caret should go, until it is there: the text, or the missing recipient. */
  readonly focus: "text" | "recipient" | undefined;
}

export const NOWHERE: Target = { to: "channel", channelId: undefined, topic: "" };

export const isNowhere = (target: Target): boolean => target.to === "channel" && target.channelId === undefined;

/** Or to yourself. */
export const isToNobody = (target: Target): boolean => target.to === "direct" && target.userIds.length === 0;

export const isBlank = ({ text }: Pick<Sheet, "text">): boolean => text.trim() === "";

export const joined = (above: string, below: string): string =>
  above.trim() === "" ? below : below === "" ? above : `${above.trimEnd()}\n\n${below}`;
