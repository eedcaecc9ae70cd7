import type { ProviderWords } from "./english.ts";

export const chinese: ProviderWords = {
  signInWith: (provider) => `使用 ${provider} 登录`,
  signUpWith: (provider) => `使用 ${provider} 注册`,
  or: "或",
  back: "返回登录",

  refused: "你尚未登录",
  reasons: {
    not_begun_here: "此次登录已过期，或是在另一个浏览器中开始的。请重新开始。",
    provider_failed: "我们无法确认你的身份。请稍后重试，或使用其他方式登录。",
    denied_by_provider: "登录已取消，或你没有访问权限。",
    no_email: "我们没有收到你的邮箱地址，因此无法找到你的账号。请联系你的管理员。",
    unverified_email: "你的邮箱地址在刚才登录的地方尚未确认。请先在那里确认，然后重新登录。",
    deactivated: "此账号已被停用。请联系组织的管理员。",
    unconfirmed_address: "这里有一个账号使用你的邮箱地址，但从未确认过。请联系组织的管理员。",
    other_identity: "使用你邮箱地址的账号属于另一个登录身份。请联系组织的管理员。",
    unlinked:
      "你曾解除账号与某个登录提供商的关联，此后不再按电子邮件地址匹配你的账号。请用其他方式登录，然后在账号设置中关联此提供商。",
    taken: "此登录属于本组织的另一个账号。请在那里使用你自己的账号登录，或先在另一个账号中解除关联。",
    linked_before: "你的账号已与那里的另一个登录关联。请先解除关联。",
    not_invited: "此组织仅限受邀者加入。请让组织中的成员邀请你。",
    address_not_accepted: "此组织不接受你的邮箱地址。",
    bad_token: "此登录链接无效。请返回原来的页面重试。",
  },

  notLinked: "未关联",
  backToSettings: "返回设置",

  useProvider: "请使用其他方式登录",
  useProviderBody: (organization) =>
    `${organization} 要求双重验证，而你的验证不在此服务器上。仅凭密码不够：请按你平时的方式登录。`,
};
