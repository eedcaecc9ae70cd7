/** Commands that clients offer in the compose box: they change a setting of whoever types them. */
import type { WriteContext } from "../../kernel/context.ts";
import type { UserSettings } from "../../organization/settings/user-settings.ts";
import { updateSettings } from "./actions.ts";
import { NoSlash, noSuchCommand } from "./contract.ts";

interface Command {
  readonly values: Partial<UserSettings>;
  /** What it changes to, and what it says when that is so already. */
  readonly to: string;
  readonly still: string;
  /** The command that undoes it. */
  readonly otherwise: string;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  dark: { values: { color_scheme: 2 }, to: "dark theme", still: "dark theme", otherwise: "light" },
  light: { values: { color_scheme: 3 }, to: "light theme", still: "light theme", otherwise: "dark" },
  "fluid-width": {
    values: { fluid_layout_width: true },
    to: "fluid-width mode",
    still: "fluid width mode",
    otherwise: "fixed-width",
  },
  "fixed-width": {
    values: { fluid_layout_width: false },
    to: "fixed-width mode",
    still: "fixed width mode",
    otherwise: "fluid-width",
  },
};

/** Returns what the client shows. */
export async function runCommand(ctx: WriteContext, typed: string): Promise<string> {
  const name = commandIn(typed);
  // Clients measure how long the answer takes.
  if (name === "ping") return "";
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw noSuchCommand({ command: name });
  const { values, to, still, otherwise } = command;
  const isSo = Object.entries(values).every(([key, value]) => ctx.user.settings[key as keyof UserSettings] === value);
  if (isSo) return `You are still in ${still}.`;
  await updateSettings(ctx, { values });
  return `Changed to ${to}! To revert ${to}, type \`/${otherwise}\`.`;
}

function commandIn(typed: string): string {
  if (!typed.startsWith("/")) throw new NoSlash();
  return typed.slice(1);
}
