/** What is chosen for an address, and the parameters that follow from it. */
import { webhookUrl } from "@parley/server/delivery/integrations/url.ts";
import type { Integration } from "./useCatalogue.ts";

export type EventFilter = "all" | "only" | "except";
export type ContentType = "application/json" | "application/x-www-form-urlencoded";

export interface ChosenAddress {
  readonly botId: number | undefined;
  readonly channelId: number | undefined;
  readonly topic: string;
  readonly filter: EventFilter;
  /** Names, or patterns. */
  readonly events: readonly string[];
  readonly contentType: ContentType | undefined;
  /** The integration's own parameters, by key. */
  readonly options: Readonly<Record<string, string | boolean>>;
}

export const NOTHING_CHOSEN: ChosenAddress = {
  botId: undefined,
  channelId: undefined,
  topic: "",
  filter: "all",
  events: [],
  contentType: undefined,
  options: {},
};

export interface AddressOptions {
  readonly stream?: string;
  readonly topic?: string;
  readonly only_events?: readonly string[];
  readonly exclude_events?: readonly string[];
  readonly content_type?: ContentType;
  readonly [option: string]: string | boolean | readonly string[] | undefined;
}

/** Only what makes a difference. A channel is named by its id, which stays when it is renamed. */
export function optionsFrom({ options: own }: Pick<Integration, "options">, chosen: ChosenAddress): AddressOptions {
  const { channelId, filter, events, contentType } = chosen;
  const topic = chosen.topic.trim();
  const isFiltered = filter !== "all" && events.length > 0;
  const given = own.map(({ key }) => [key, chosen.options[key]] as const).filter(([, value]) => value);
  return {
    ...(channelId === undefined ? {} : { stream: `${channelId}` }),
    // Direct messages have none.
    ...(channelId === undefined || topic === "" ? {} : { topic }),
    ...(isFiltered ? { [filter === "only" ? "only_events" : "exclude_events"]: events } : {}),
    ...(contentType ? { content_type: contentType } : {}),
    ...Object.fromEntries(given),
  };
}

export const urlFrom = (
  origin: string,
  integration: Pick<Integration, "name" | "options">,
  apiKey: string,
  chosen: ChosenAddress,
): string => webhookUrl(origin, integration.name, apiKey, optionsFrom(integration, chosen));

/** Patterns as people write them. */
export const patternsIn = (written: string): string[] =>
  written
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
