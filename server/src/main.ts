/** The server without the other commands, so that a start does not load them: `parley serve`, and what `npm start` runs. */
import { Command } from "commander";
import { runnerOf } from "./cli/run.ts";
import { serveCommand } from "./cli/serve/command.ts";

const given = process.argv.slice(2);
await runnerOf(new Command("parley").addCommand(serveCommand))(given[0] === "serve" ? given : ["serve", ...given]);
