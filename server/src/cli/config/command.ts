import { Command } from "commander";
import { configFrom, type SettingInForce, type SettingSource, type Settings } from "../../kernel/settings.ts";
import { shown } from "../../kernel/variables.ts";
import { commandSettings } from "../flags.ts";
import { print } from "../with-app.ts";

export const configCommand = new Command("config")
  .description("Print the settings in force and where each comes from, without secrets; then check them.")
  .option("--json", "print one JSON object", false)
  .action(({ json }: { json: boolean }) => {
    const settings = commandSettings();
    print(asObject(settings), json, inWords(settings));
    // What is wrong with a value is easier to see beneath the values.
    configFrom(settings);
  });

const asObject = ({ file, all }: Settings) => ({
  file: file.exists ? file.path : null,
  settings: all.map(({ name, value, source }) => ({ name, value: value === "" ? null : shown(name, value), source })),
});

function inWords({ file, all }: Settings): string {
  const sources: Record<SettingSource, string> = {
    flag: "flag",
    environment: "environment",
    file: "parley.env",
    default: "default",
  };
  const nameWidth = Math.max(...all.map(({ name }) => name.length));
  const row = ({ name, value, source }: SettingInForce) =>
    `${name.padEnd(nameWidth)}  ${sources[source].padEnd(11)}  ${shown(name, value) || "(none)"}`;
  return [file.exists ? `parley.env: ${file.path}` : `There is no ${file.path}.`, ...all.map(row)].join("\n");
}
