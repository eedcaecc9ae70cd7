import { BEGIN, slackChannel, slackDays, slackMessage, slackTime, slackUser } from "../../src/imports/slack/testing.ts";
import { zipOf } from "../../src/imports/testing.ts";
import * as imports from "../../src/imports/uploaded/contract.ts";
import { asFile } from "../../src/messages/uploads/testing.ts";
import type { Story } from "../scene.ts";

const archive = zipOf([
  ["users.json", [slackUser("U1", "Ines Kramer", { email: "ines@example.com" })]],
  ["channels.json", [slackChannel("C1", "bindery", ["U1"])]],
  ...slackDays([["bindery", slackMessage("U1", "The thread has arrived.", slackTime(BEGIN))]]),
]);

export const importExamples: Story = async ({ shows, olivia, server }) => {
  const file = asFile(new Uint8Array(archive), "bindery.zip", "application/zip");
  const { import: uploaded } = await shows(imports.uploadImport, olivia, {}, { file });
  const { id: import_id } = uploaded;
  await shows(imports.getImports, olivia, {});
  await shows(imports.getImport, olivia, { import_id });
  await shows(imports.cancelImport, olivia, { import_id });
  const { import: again } = await olivia.connection.call(imports.uploadImport, {}, { file });
  const { jobs, storage } = server.app;
  await jobs.settled();
  // What an import takes ends all queues: nobody would listen any more.
  for await (const { key } of storage.list("imports/")) await storage.remove([key]);
  await shows(imports.startImport, olivia, { import_id: again.id });
};
