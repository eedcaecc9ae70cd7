/** The constructs of our Markdown: source texts, and the exact HTML that clients receive. */
import { BLOCK_CONSTRUCTS } from "./test-block-constructs.ts";
import type { Construct } from "./test-construct.ts";
import { INLINE_CONSTRUCTS } from "./test-inline-constructs.ts";

export const CONSTRUCTS: readonly Construct[] = [...BLOCK_CONSTRUCTS, ...INLINE_CONSTRUCTS];
