import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largeSlackArchive } from "@parley/server/imports/slack/testing.ts";
import { runCommand } from "../command-run.ts";
import type { Organization } from "../population.ts";
import { parleyWith, startParley } from "../processes.ts";
import type { Scenario } from "../scenario.ts";

const MESSAGES = Number(process.env.PARLEY_BENCH_MESSAGES ?? 100_000);

export const following: Scenario = {
  name: "follow",
  question: `How many of ${MESSAGES.toLocaleString("en")} messages per second does \`parley follow\` copy from another Parley on this machine, and compare?`,
  async measureAlone() {
    const root = await mkdtemp(join(tmpdir(), "parley-bench-follow-"));
    const [there, here] = [join(root, "there"), join(root, "here")];
    try {
      const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
      const made = (await parleyWith({}, there, "init", "--json", "--name", "Bench", ...owner)) as Organization;
      const archive = join(root, "slack.zip");
      await writeFile(archive, largeSlackArchive({ messages: MESSAGES, people: 200, channels: 40 }));
      await runCommand(there, "import", "slack", archive);
      const parley = await startParley(there);
      try {
        const key = join(root, "zuliprc");
        await writeFile(key, `[api]\nemail=${made.email}\nkey=${made.api_key}\n`);
        const follow = ["follow", `http://localhost:${parley.port}`, "--key-file", key];
        // Copies, walks over everything again, and compares.
        const copied = await runCommand(here, ...follow, "--once");
        const compared = await runCommand(here, ...follow, "--compare");
        const copying = copied.seconds - 2 * compared.seconds;
        return [
          { what: "messages copied, compared twice", unit: "/s", parley: MESSAGES / copied.seconds },
          { what: "messages copied", unit: "/s", parley: MESSAGES / copying },
          { what: "messages compared", unit: "/s", parley: MESSAGES / compared.seconds },
          { what: "most memory while copying", unit: " MB", parley: copied.peakMegabytes, target: { atMost: 500 } },
        ];
      } finally {
        await parley.stop();
      }
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};
