/** Code playgrounds. */
import { textIn } from "../imports/json.ts";
import { addPlayground, removePlayground } from "../organization/playgrounds/contract.ts";
import type { Difference } from "./difference.ts";
import { MAX_PLAYGROUNDS } from "./limits.ts";
import { idIn } from "./remote-values.ts";
import type { Sides } from "./sides.ts";
import { listIn, type OrganizationState } from "./state.ts";

export function playgroundDifferences({ remote, local, server, owner }: Sides): Difference[] {
  const [there, here] = [playgroundsIn(remote), playgroundsIn(local)];
  return [
    // First: a language cannot have two playgrounds of one name, and only what opens may be another.
    ...[...here]
      .filter(([key]) => !there.has(key))
      .map(([, { id, content }]) => ({
        says: `The playground ${content.name} is not there.`,
        mend: async () => void (await server.call(owner, removePlayground, { playground_id: id })),
      })),
    ...[...there]
      .filter(([key]) => !here.has(key))
      .map(([, { content }]) => ({
        says: `The playground ${content.name} is not here.`,
        mend: async () => void (await server.call(owner, addPlayground, content)),
      })),
  ];
}

function playgroundsIn({ fields }: OrganizationState) {
  const list = listIn(fields, "realm_playgrounds", "playgrounds", MAX_PLAYGROUNDS);
  return new Map(
    list.map(({ id, ...each }) => {
      const content = {
        name: textIn(each.name).trim(),
        pygments_language: textIn(each.pygments_language).trim(),
        url_template: textIn(each.url_template).trim(),
      };
      return [JSON.stringify(content), { id: idIn(id, "a playground"), content }];
    }),
  );
}
