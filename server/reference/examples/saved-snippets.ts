import * as snippets from "../../src/personal/saved-snippets/contract.ts";
import type { Story } from "../scene.ts";

export const savedSnippetExamples: Story = async ({ shows, ben }) => {
  const snippet = { title: "Thanks, but no", content: "Thank you for your manuscript. We read it with pleasure, but" };
  const { saved_snippet_id } = await shows(snippets.createSavedSnippet, ben, snippet);
  await shows(snippets.editSavedSnippet, ben, { saved_snippet_id, title: "A kind no" });
  await shows(snippets.getSavedSnippets, ben, {});
  await shows(snippets.deleteSavedSnippet, ben, { saved_snippet_id });
};
