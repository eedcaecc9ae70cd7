import type { SignUpWords } from "./english.ts";

export const chinese: SignUpWords = {
  join: (organization) => `加入 ${organization}`,
  roles: { 100: "所有者", 200: "管理员", 300: "协管员", 400: "成员", 600: "访客" },
  offer: (inviter, organization, role) =>
    inviter === undefined
      ? `你受邀以${role}身份加入 ${organization}。`
      : `${inviter} 邀请你以${role}身份加入 ${organization}。`,
  channels: (names) => `你将加入 ${names}。`,
  open: "任何人都可以加入。",
  ofDomains: (domains) =>
    domains === "" ? "拥有此组织邮箱地址的任何人都可以加入。" : `拥有 ${domains} 邮箱地址的任何人都可以加入。`,
  whichAddress: "你想使用哪个邮箱地址？",
  goOn: "继续",
  haveAccount: "我已有账号",
  checkMail: "请查看邮箱",
  mailed: (email) => `我们已向 ${email} 发送链接，一天内有效。`,
  closed: "你需要邀请",
  closedBody: "此组织仅限受邀加入。请让组织中的成员邀请你。",
  closedWithoutMail: "此服务器不发送邮件，无法验证你的地址。请向组织中的成员索取邀请链接。",
  unconfirmable: "无法在此验证你的地址",
  unconfirmableBody: (inviter) =>
    `此组织只接受经过验证的邮箱地址，而此服务器不发送邮件。请让${inviter === undefined ? "管理员" : ` ${inviter} `}改为邀请你的地址，届时会生成一个供你使用的链接。`,
  emailUnconfirmed: "用于登录。此服务器不发送邮件，因此不会向该地址发送任何内容。",
  taken: "无法使用此地址加入。如果你已有账号，请登录；如果忘记了密码，请联系管理员。",

  broken: "此链接无效",
  brokenBody: {
    malformed: "链接不完整。请从邮件中复制完整的链接，或索取新链接。",
    unknown: "此邀请不存在。请检查链接，或索取新链接。",
  },
  invitationOver: "此邀请已失效",
  askForNew: (inviter) => `请向${inviter === undefined ? "组织中的成员" : ` ${inviter} `}索取新的邀请。`,
  confirmationOver: "此链接已失效",
  confirmationOverBody: "链接一天内有效，只能使用一次。",
  askAgain: "获取新链接",

  refused: "无法使用此地址",
  faults: {
    invalid: "请输入有效的邮箱地址。",
    outside_domains: "此组织只接受自有域名的邮箱地址。",
    disposable: "请使用你的真实邮箱地址，不接受一次性邮箱。",
    has_plus: "不接受包含 + 的邮箱地址。",
    reserved: "此地址为 Parley 保留。",
    deactivated: "此地址对应的账号已被停用。管理员可以重新启用。",
  },

  welcome: (organization) => `欢迎加入 ${organization}`,
  almost: (email) => `还差一步，即可为 ${email} 创建账号。`,
  nameHint: "其他人看到的名字。",
  nameTaken: "这里已有人使用此名字。请换一个。",
  visibility: "谁可以看到你的邮箱地址",
  usual: "组织默认设置",
  visibilities: {
    1: "所有人",
    2: "成员（不含访客）",
    5: "协管员和管理员",
    3: "管理员",
    4: "无人",
  },
  groups: "要加入的频道",
  make: "加入",

  emails: {
    confirm: {
      subject: (organization) => `验证你在 ${organization} 的邮箱地址`,
      said: (organization) => `还差一步即可创建你在 ${organization} 的账号：请确认此地址属于你。`,
      open: "确认并继续",
      also: "链接一天内有效。如果你没有注册，请忽略此邮件。",
    },
    hasAccount: {
      subject: (organization) => `你在 ${organization} 已有账号`,
      said: (organization) => `有人尝试使用此地址在 ${organization} 注册，但此地址在那里已有账号。`,
      open: "登录",
      also: "如果不是你本人，请忽略此邮件。",
    },
    deactivated: {
      subject: (organization) => `你在 ${organization} 的账号已被停用`,
      said: (organization) =>
        `有人尝试使用此地址在 ${organization} 注册。此地址在那里的账号已被停用，组织的管理员可以重新启用。`,
      also: "如果不是你本人，请忽略此邮件。",
    },
  },
};
