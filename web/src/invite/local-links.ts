import { isLocalName } from "@parley/server/kernel/names/host.ts";

/** Whether a link leads other people to their own machine instead of this server. */
export const isForThisMachine = (url: string): boolean => isLocalName(new URL(url).hostname);
