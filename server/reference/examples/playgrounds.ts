import { addPlayground, removePlayground } from "../../src/organization/playgrounds/contract.ts";
import type { Story } from "../scene.ts";

export const playgroundExamples: Story = async ({ shows, ada }) => {
  const { id: playground_id } = await shows(addPlayground, ada, {
    name: "Try it",
    pygments_language: "Python",
    url_template: "https://try.example.com/?code={code}",
  });
  await shows(removePlayground, ada, { playground_id });
};
