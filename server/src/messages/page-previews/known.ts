import type { App, Realm, User } from "../../kernel/context.ts";
import type { RenderOptions } from "../../text/markdown/rendering.ts";
import { externalAddress } from "../external-content/address.ts";
import { knownPages } from "./pages.ts";

/** The known pages for messages with previews; messages of bots, which contain many links, have none. */
export function pagesFor(
  { app, realm }: { readonly app: App; readonly realm: Realm },
  author: Pick<User, "is_bot">,
): RenderOptions["pages"] {
  if (!realm.settings.inline_url_embed_preview || author.is_bot) return undefined;
  return (href) => {
    const page = knownPages.of(app).get(href);
    return page && { ...page, image: externalAddress(app, realm, page.image) ?? page.image };
  };
}
