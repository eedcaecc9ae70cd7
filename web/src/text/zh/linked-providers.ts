/** Identity providers that one's own account is linked to. */
import type { linkedProviders as english } from "../en/linked-providers.ts";
import type { Translated } from "../translated.ts";

export const linkedProviders: Translated<typeof english> = {
  title: "其他登录方式",
  help: "你在别处拥有的账号，可用来登录 {organization}。",
  linked: "{since} 关联",
  notLinked: "未关联",
  link: "关联",
  unlink: "解除关联",
  linkTitle: "关联 {provider}",
  linkNote: "你将在那里登录，然后返回此处。之后就可以用它登录。",
  goOn: "继续",
  unlinkTitle: "解除与 {provider} 的关联？",
  unlinkNote: "你将无法再用它登录。如需再次使用，请在此处重新关联。",
  unlinked: "已解除与 {provider} 的关联。",
  onlyWayIn: "这是你唯一的登录方式：解除关联之前，请先设置密码或添加通行密钥。",
};
