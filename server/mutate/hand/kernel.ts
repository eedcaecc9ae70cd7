import { mutant } from "./mutant.ts";

export const kernelMutants = [
  mutant(
    "return (allowEveryone || !isGuest(user)) && user.groups.has(on[setting]);",
    "return user.groups.has(on[setting]);",
    "guests in a group hold permissions that no guest may have",
  ),
  mutant(
    "if (audience.except?.includes(queue.userId)) return undefined;",
    "",
    "who is excepted from an event hears it after a restart",
  ),
  mutant(
    "queue.options.all_public_streams && role !== Role.guest;",
    "queue.options.all_public_streams;",
    "a guest who asked for all public channels when they were a member goes on hearing them",
  ),
  mutant(
    "if (leaves?.users.includes(userId)) for (const channel of leaves.channels) standing.channels.add(channel);",
    "",
    "who has left a channel while away does not hear what was said before",
  ),
  mutant(
    "if (joins?.users.includes(userId)) for (const channel of joins.channels) standing.channels.delete(channel);",
    "",
    "who was subscribed while away hears what was said before",
  ),
];
