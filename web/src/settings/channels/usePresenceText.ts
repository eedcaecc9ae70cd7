/** Whether a person is present, in words: the dot beside the picture must not be the only sign. */
import { usePresence } from "../../state/presence.ts";
import { t } from "../../text/text.ts";

const TEXTS = {
  active: "channelSettings.active",
  idle: "channelSettings.idle",
  away: "channelSettings.away",
} as const;

export const usePresenceText = (userId: number): string => t(TEXTS[usePresence(userId)]);
