import { channels } from "./channels.ts";
import { kernel } from "./kernel.ts";
import { messages } from "./messages.ts";
import { organization } from "./organization.ts";
import { others } from "./others.ts";
import { people } from "./people.ts";

export const chinese = { ...channels, ...kernel, ...messages, ...organization, ...others, ...people };
