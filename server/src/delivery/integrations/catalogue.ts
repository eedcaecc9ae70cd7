/** What a page about an integration shows: all of it is in the integration's declaration and its fixtures. */
import type { ShapeOf } from "../../kernel/api/index.ts";
import type { getIntegrations } from "./contract.ts";
import type { Fixture } from "./fixtures/fixture.ts";
import { fixtures } from "./fixtures/index.ts";
import { read } from "./fixtures/read.ts";
import { type Integration, ONLY_EVENT } from "./integration.ts";
import { interpret } from "./interpret.ts";
import { integrations } from "./services/index.ts";
import { bearer } from "./signatures.ts";

type CatalogueEntry = ShapeOf<(typeof getIntegrations)["response"]>["integrations"][number];

/** Those that are posted, without parameters of the URL, which people choose themselves. */
export const examplesOf = (integration: Integration): readonly Fixture[] =>
  (fixtures[integration.name] ?? []).filter(
    (fixture) => fixture.query === undefined && interpret(integration, read(fixture)).kind === "message",
  );

const entryOf = (integration: Integration): CatalogueEntry => {
  const { name, title, category, picture, about, setup, signature, events, options = [] } = integration;
  return {
    name,
    display_name: title,
    category,
    picture,
    about,
    setup: [...setup],
    signature: (signature ?? bearer).about,
    is_signed: signature !== undefined,
    events: Object.hasOwn(events, ONLY_EVENT)
      ? []
      : Object.entries(events).map(([event, { about: when }]) => ({ name: event, about: when })),
    options: options.map(({ key, label }) => ({ key, label })),
    examples: examplesOf(integration).map((example) => example.name),
  };
};

export const catalogue: readonly CatalogueEntry[] = integrations.map(entryOf);
