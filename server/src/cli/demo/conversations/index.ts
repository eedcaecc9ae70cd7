import type { DemoConversation } from "../script.ts";
import { companyTalk } from "./company.ts";
import { directTalk } from "./direct.ts";
import { engineeringTalk } from "./engineering.ts";
import { productTalk } from "./product.ts";

export const conversations: readonly DemoConversation[] = [
  ...engineeringTalk,
  ...productTalk,
  ...companyTalk,
  ...directTalk,
];
