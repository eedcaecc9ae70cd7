import { fileRoute, route } from "../../../kernel/http/route.ts";
import { onePicture } from "../../pictures/rule.ts";
import { showRealmPicture, uploadRealmPicture } from "./actions.ts";
import * as contract from "./contract.ts";
import { realmPictureUrl } from "./present.ts";

const logoFor = ({ night }: { night: boolean }) => (night ? "night_logo" : "logo");

export const realmPictureRoutes = [
  route(contract.getRealmIcon, async ({ realm }) => ({ icon_url: realmPictureUrl(realm, "icon") })),

  fileRoute(
    contract.setRealmIcon,
    onePicture(() => new contract.NotOneIcon()),
    async (ctx, _params, received) => ({ icon_url: await uploadRealmPicture(ctx, "icon", received) }),
  ),

  route(contract.deleteRealmIcon, async (ctx) => ({ icon_url: await showRealmPicture(ctx, "icon", undefined) })),

  route(contract.getRealmLogo, async ({ realm }, params) => ({ logo_url: realmPictureUrl(realm, logoFor(params)) })),

  fileRoute(
    contract.setRealmLogo,
    onePicture(() => new contract.NotOneLogo()),
    async (ctx, params, received) => ({ logo_url: await uploadRealmPicture(ctx, logoFor(params), received) }),
  ),

  route(contract.deleteRealmLogo, async (ctx, params) => ({
    logo_url: await showRealmPicture(ctx, logoFor(params), undefined),
  })),
];
