import { createDrafts, deleteDraft, editDraft, getDrafts } from "../../src/personal/drafts/contract.ts";
import type { Story } from "../scene.ts";

export const draftExamples: Story = async ({ shows, chiara, channels }) => {
  const draft = { type: "stream" as const, to: [channels.design], topic: "paper", content: "What about cream" };
  const { ids } = await shows(createDrafts, chiara, { drafts: [draft] });
  const draft_id = ids[0] as number;
  await shows(editDraft, chiara, { draft_id, draft: { ...draft, content: "What about cream, 90 g?" } });
  await shows(getDrafts, chiara, {});
  await shows(deleteDraft, chiara, { draft_id });
};
