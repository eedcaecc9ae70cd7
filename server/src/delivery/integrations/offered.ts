/**
 * What clients are told about an integration when they register. `npm run generate` writes it to `offered.json`, so that a
 * registration does not load the integrations (decision 100).
 */
import { WEBHOOK_SECRET } from "../../people/bots/config.ts";
import { ANY_EVENT, type Integration, ONLY_EVENT, type UrlOption } from "./integration.ts";

interface OfferedOption {
  readonly key: string;
  readonly label: string;
  readonly validator: "check_string" | "check_bool";
}

export interface OfferedIntegration {
  readonly name: string;
  readonly display_name: string;
  readonly all_event_types: readonly string[] | null;
  readonly config_options: readonly OfferedOption[];
  readonly url_options: readonly OfferedOption[];
}

const SECRET: OfferedOption = {
  key: WEBHOOK_SECRET,
  label: "The secret with which the service signs its requests",
  validator: "check_string",
};

const VALIDATORS: Readonly<Record<UrlOption["key"], OfferedOption["validator"]>> = {
  branches: "check_string",
  ignore_private_repositories: "check_bool",
  template: "check_string",
};

export const offered = ({ name, title, events, options = [] }: Integration): OfferedIntegration => ({
  name,
  display_name: title,
  all_event_types: [ONLY_EVENT, ANY_EVENT].some((each) => Object.hasOwn(events, each)) ? null : Object.keys(events),
  config_options: [SECRET],
  url_options: options.map(({ key, label }) => ({ key, label, validator: VALIDATORS[key] })),
});
