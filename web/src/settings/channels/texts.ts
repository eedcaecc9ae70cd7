/** Adds the texts of a channel's settings, for its page and for creating one. */
import { channelTexts } from "../../text/en/index-channels.ts";
import { learn } from "../../text/text.ts";

learn(channelTexts);
