import { demand } from "../../kernel/api/index.ts";
import { ConfigTooLarge, MAX_CONFIG_CHARACTERS } from "./contract.ts";

/** Configuration must stay small: bots have storage for larger data. */
export function checkConfig(config: Readonly<Record<string, string>>): void {
  const characters = Object.entries(config).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  demand(characters <= MAX_CONFIG_CHARACTERS, new ConfigTooLarge());
}
