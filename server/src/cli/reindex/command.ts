import { Command } from "commander";
import { forgetIndexed } from "../../text/search/progress.ts";
import { showingProgress } from "../progress/show.ts";
import { print, withApp } from "../with-app.ts";

export const reindexCommand = new Command("reindex")
  .description("Rebuild the search index from the messages. The server may be running.")
  .option("--json", "print one JSON object", false)
  .addHelpText("after", "\nIf it is interrupted, the server does the rest.")
  .action(async ({ json }: { json: boolean }) => {
    await showingProgress((progress) =>
      withApp(async (app) => {
        await app.database.transaction(forgetIndexed);
        await app.indexer.catchUp(progress);
      }, progress),
    );
    print({ rebuilt: true }, json, "The search index is rebuilt.");
  });
