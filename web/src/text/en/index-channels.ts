/** The English texts of a channel's settings, which are loaded with them. */
import { channelSettings } from "./channel-settings.ts";

export const channelTexts = { channelSettings };
