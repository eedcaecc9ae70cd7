/** Every icon, once in the document: on a grid of 20 units, with a line width of 1.5. */

const ICONS = {
  alert: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M10 6.5v4.3M10 13.4v.1" />
    </>
  ),
  archive: (
    <>
      <path d="M3.5 4.5h13v3h-13zM4.5 7.5v8.5h11V7.5M8 10.5h4" />
    </>
  ),
  at: (
    <>
      <circle cx="10" cy="10" r="3" />
      <path d="M13 7.2v3.9a2 2 0 0 0 4 0V10a7 7 0 1 0-2.6 5.4" />
    </>
  ),
  attach: (
    <>
      <path d="m15.5 9-6 6a3.2 3.2 0 0 1-4.5-4.5l6.3-6.3a2.2 2.2 0 0 1 3.1 3.1L8.3 13.4" />
    </>
  ),
  back: (
    <>
      <path d="M16 10H4.5M9 5l-4.8 5L9 15" />
    </>
  ),
  bell: (
    <>
      <path d="M5.3 13.5V9a4.7 4.7 0 0 1 9.4 0v4.5l1.3 1.3H4z" />
      <path d="M8.5 17a1.7 1.7 0 0 0 3 0" />
    </>
  ),
  bold: (
    <>
      <path d="M6 4h4.7a3 3 0 0 1 0 6H6zM6 10h5.5a3 3 0 0 1 0 6H6z" />
    </>
  ),
  bot: (
    <>
      <rect x="4" y="7" width="12" height="9" rx="2.4" />
      <path d="M10 4v3M7.8 11v1M12.2 11v1" />
    </>
  ),
  building: (
    <>
      <path d="M4.5 16.5v-12h7v12M11.5 8.5h4v8M3 16.5h14M7 7.5h2M7 10.5h2M7 13.5h2" />
    </>
  ),
  bullets: (
    <>
      <path d="M8 5.5h8.5M8 10h8.5M8 14.5h8.5" />
      <path d="M4 5.5h.1M4 10h.1M4 14.5h.1" strokeWidth="2.2" />
    </>
  ),
  check: (
    <>
      <path d="m4.5 10.5 3.7 3.7 7.3-8" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M10 6v4.2l2.8 1.6" />
    </>
  ),
  close: (
    <>
      <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />
    </>
  ),
  code: (
    <>
      <path d="m7 6-4 4 4 4M13 6l4 4-4 4" />
    </>
  ),
  compose: (
    <>
      <path d="M16 10.8V15a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 15V6a1.5 1.5 0 0 1 1.5-1.5H9.6" />
      <path d="m8.4 11.6.6-2.6 5.7-5.7a1.4 1.4 0 0 1 2 2L11 11z" />
    </>
  ),
  copy: (
    <>
      <rect x="7" y="7" width="9" height="9.5" rx="1.6" />
      <path d="M13 4.8A1.3 1.3 0 0 0 11.7 3.5H5.3A1.3 1.3 0 0 0 4 4.8v7a1.3 1.3 0 0 0 1 1.2" />
    </>
  ),
  dm: (
    <>
      <path d="M4 5.5A1.5 1.5 0 0 1 5.5 4h9A1.5 1.5 0 0 1 16 5.5v6a1.5 1.5 0 0 1-1.5 1.5H9l-3.5 3v-3A1.5 1.5 0 0 1 4 11.5z" />
    </>
  ),
  down: (
    <>
      <path d="m5.5 8 4.5 4.5L14.5 8" />
    </>
  ),
  download: (
    <>
      <path d="M10 3.5v9M6 9l4 4 4-4M4 16.5h12" />
    </>
  ),
  draft: (
    <>
      <path d="M4 16.2 4.7 13 13 4.7a1.6 1.6 0 0 1 2.3 2.3L7 15.3l-3 .9z" />
      <path d="m11.8 5.9 2.3 2.3" />
    </>
  ),
  end: (
    <>
      <path d="M10 3.5v10M5.5 9.5 10 14l4.5-4.5M4.5 16.5h11" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5z" />
      <circle cx="10" cy="10" r="2.2" />
    </>
  ),
  feed: (
    <>
      <path d="M3.5 5h13M3.5 10h13M3.5 15h8" />
    </>
  ),
  file: (
    <>
      <path d="M5 3.5h6l4 4v9H5z" />
      <path d="M11 3.5v4h4" />
    </>
  ),
  filter: (
    <>
      <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />
    </>
  ),
  flag: (
    <>
      <path d="M5 17V3.5h9.5l-2 3.2 2 3.3H5" />
    </>
  ),
  folder: (
    <>
      <path d="M3 15.5v-10h5l1.6 2H17v8z" />
    </>
  ),
  forward: (
    <>
      <path d="M11.5 5 16 9.2l-4.5 4.3M15.7 9.2H9c-3 0-5 1.8-5 5.3" />
    </>
  ),
  gear: (
    <>
      <path d="M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8" />
      <circle cx="13" cy="6.5" r="2" />
      <circle cx="7" cy="13.5" r="2" />
    </>
  ),
  globe: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M3.2 10h13.6M10 3.2c2 2 3 4.2 3 6.8s-1 4.8-3 6.8c-2-2-3-4.2-3-6.8s1-4.8 3-6.8z" />
    </>
  ),
  grip: (
    <>
      <path d="M7.5 5.5v.1M12.5 5.5v.1M7.5 10v.1M12.5 10v.1M7.5 14.5v.1M12.5 14.5v.1" strokeWidth="2" />
    </>
  ),
  hash: (
    <>
      <path d="M7.8 3.5 6.4 16.5M13.6 3.5l-1.4 13M3.8 7.4h13M3.2 12.6h13" />
    </>
  ),
  history: (
    <>
      <path d="M4 6.5v3.5h3.5" />
      <path d="M4.3 9.7A6.3 6.3 0 1 1 6 14.5" />
      <path d="M10 6.8v3.6l2.4 1.4" />
    </>
  ),
  image: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="2" />
      <circle cx="7.3" cy="8.2" r="1.2" />
      <path d="m4 14.5 3.8-3.6 2.6 2.4 2.6-2.9 3.8 4" />
    </>
  ),
  inbox: (
    <>
      <path d="M3 11.5 5.2 4.6A1.5 1.5 0 0 1 6.6 3.5h6.8a1.5 1.5 0 0 1 1.4 1.1L17 11.5V15a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15z" />
      <path d="M3 11.5h3.6c.5 0 .8.3 1 .8.3 1 1.2 1.7 2.4 1.7s2.1-.7 2.4-1.7c.2-.5.5-.8 1-.8H17" />
    </>
  ),
  italic: (
    <>
      <path d="M8.5 4H14M6 16h5.5M11.3 4 8.7 16" />
    </>
  ),
  key: (
    <>
      <circle cx="7" cy="13" r="3.3" />
      <path d="m9.5 10.5 6-6M13 7l2.2 2.2" />
    </>
  ),
  left: (
    <>
      <path d="M12 5.5 7.5 10l4.5 4.5" />
    </>
  ),
  link: (
    <>
      <path d="M8.5 11.5a3 3 0 0 0 4.2 0l2.8-2.8a3 3 0 0 0-4.2-4.2l-1 1" />
      <path d="M11.5 8.5a3 3 0 0 0-4.2 0l-2.8 2.8a3 3 0 0 0 4.2 4.2l1-1" />
    </>
  ),
  lock: (
    <>
      <rect x="4.5" y="9" width="11" height="7.5" rx="1.8" />
      <path d="M7 9V6.6a3 3 0 0 1 6 0V9" />
    </>
  ),
  logout: (
    <>
      <path d="M8 3.5H4.5v13H8M12.5 6.5 16 10l-3.5 3.5M15.7 10H8" />
    </>
  ),
  menu: (
    <>
      <path d="M3.5 5.5h13M3.5 10h13M3.5 14.5h13" />
    </>
  ),
  minus: (
    <>
      <path d="M4.5 10h11" />
    </>
  ),
  more: (
    <>
      <circle cx="4.5" cy="10" r=".9" fill="currentColor" />
      <circle cx="10" cy="10" r=".9" fill="currentColor" />
      <circle cx="15.5" cy="10" r=".9" fill="currentColor" />
    </>
  ),
  move: (
    <>
      <path d="M3.5 10h11M11 6l4 4-4 4" />
      <path d="M17 4.5v11" />
    </>
  ),
  mute: (
    <>
      <path d="M6 6.5A4.7 4.7 0 0 1 14.7 9v4M5.3 9.5v4L4 14.8h10.8" />
      <path d="M8.5 17a1.7 1.7 0 0 0 3 0M3.5 3.5l13 13" />
    </>
  ),
  panel: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="2" />
      <path d="M12.3 4v12" />
    </>
  ),
  people: (
    <>
      <circle cx="7.5" cy="7" r="2.7" />
      <path d="M2.8 16c.3-2.8 2.2-4.5 4.7-4.5s4.4 1.7 4.7 4.5" />
      <path d="M12.8 4.6a2.6 2.6 0 0 1 0 4.9M14.3 11.8c1.7.6 2.7 2 2.9 4.2" />
    </>
  ),
  pin: (
    <>
      <path d="M7.5 3.5h5l-.6 4.6 2.6 2.4v1.5h-9V10.5l2.6-2.4zM10 12v4.5" />
    </>
  ),
  plus: (
    <>
      <path d="M10 4v12M4 10h12" />
    </>
  ),
  poll: (
    <>
      <path d="M4.5 16V9M10 16V4M15.5 16v-4.5" />
    </>
  ),
  quote: (
    <>
      <path d="M4 6h12M7.5 10H16M7.5 14H13M4 9.5v5" />
    </>
  ),
  react: (
    <>
      <path d="M16.7 9a6.8 6.8 0 1 1-5.7-5.7" />
      <path d="M7.2 11.8c.6 1 1.6 1.6 2.8 1.6s2.2-.6 2.8-1.6" />
      <path d="M7.7 8.3v.2M12.1 8.3v.2" strokeWidth="2" />
      <path d="M15.5 2.5v4M13.5 4.5h4" />
    </>
  ),
  recent: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M10 6v4.2l2.8 1.6" />
    </>
  ),
  refresh: (
    <>
      <path d="M15.8 8A6.2 6.2 0 1 0 16 11.5" />
      <path d="M16 4v4h-4" />
    </>
  ),
  reply: (
    <>
      <path d="M8.5 5 4 9.2l4.5 4.3M4.3 9.2H11c3 0 5 1.8 5 5.3" />
    </>
  ),
  resolve: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="m7 10.2 2.2 2.2 3.9-4.4" />
    </>
  ),
  right: (
    <>
      <path d="m8 5.5 4.5 4.5L8 14.5" />
    </>
  ),
  search: (
    <>
      <circle cx="9" cy="9" r="5.2" />
      <path d="m13 13 3.8 3.8" />
    </>
  ),
  send: (
    <>
      <path d="M16.5 10 4 4.5 5.8 10 4 15.5z" />
      <path d="M5.8 10H11" />
    </>
  ),
  shield: (
    <>
      <path d="M10 3.3 4.5 5.5v4c0 3.4 2.2 6 5.5 7.2 3.3-1.2 5.5-3.8 5.5-7.2v-4z" />
    </>
  ),
  sliders: (
    <>
      <path d="M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8" />
      <circle cx="13" cy="6.5" r="2" />
      <circle cx="7" cy="13.5" r="2" />
    </>
  ),
  smile: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M7.2 11.8c.6 1 1.6 1.6 2.8 1.6s2.2-.6 2.8-1.6" />
      <path d="M7.7 8.1v.2M12.3 8.1v.2" strokeWidth="2" />
    </>
  ),
  snippet: (
    <>
      <path d="M5 3.5h10v13l-5-3.5-5 3.5z" />
    </>
  ),
  star: (
    <>
      <path d="m10 3 2.1 4.5 4.9.6-3.6 3.4.9 4.9L10 14l-4.3 2.4.9-4.9L3 8.1l4.9-.6z" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.2" />
      <path d="M10 3v1.5M10 15.5V17M3 10h1.5M15.5 10H17M5 5l1.1 1.1M13.9 13.9 15 15M15 5l-1.1 1.1M6.1 13.9 5 15" />
    </>
  ),
  text: (
    <>
      <path d="M4 5.5h12M10 5.5v10M7.5 15.5h5" />
    </>
  ),
  trash: (
    <>
      <path d="M4 6h12M8 6V4.2h4V6M5.5 6l.7 10.3h7.6L14.5 6M8.5 9v4.5M11.5 9v4.5" />
    </>
  ),
  unread: (
    <>
      <path d="M16.5 9v5A1.5 1.5 0 0 1 15 15.5H5A1.5 1.5 0 0 1 3.5 14V7A1.5 1.5 0 0 1 5 5.5h6" />
      <path d="m4 7 6 4.5 3-2.2" />
      <circle cx="15.3" cy="5" r="1.7" fill="currentColor" />
    </>
  ),
  up: (
    <>
      <path d="m5.5 12 4.5-4.5 4.5 4.5" />
    </>
  ),
  upload: (
    <>
      <path d="M10 13V4.5M6.5 7.5 10 4l3.5 3.5M4 13v2a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 16 15v-2" />
    </>
  ),
  user: (
    <>
      <circle cx="10" cy="7" r="3" />
      <path d="M4.5 16.5c.4-3 2.6-4.8 5.5-4.8s5.1 1.8 5.5 4.8" />
    </>
  ),
  video: (
    <>
      <rect x="2.8" y="5.5" width="10" height="9" rx="2" />
      <path d="m12.8 9 4.4-2.5v7L12.8 11" />
    </>
  ),
  volume: (
    <>
      <path d="M4 8v4h2.5L10 15V5L6.5 8zM12.8 7.5a3.5 3.5 0 0 1 0 5M14.8 5.5a6.3 6.3 0 0 1 0 9" />
    </>
  ),
  waves: (
    <>
      <path d="M3.5 12c1.6-2.2 3.2-2.2 4.8 0s3.2 2.2 4.8 0 2.6-2.1 3.6-1" />
      <path d="M3.5 7.5c1.6-2.2 3.2-2.2 4.8 0" opacity=".6" />
    </>
  ),
  wifi: (
    <>
      <path d="M3 8.2a10 10 0 0 1 14 0M5.5 11a6.3 6.3 0 0 1 9 0M8 13.6a2.8 2.8 0 0 1 4 0" />
    </>
  ),
};

export type IconName = keyof typeof ICONS;

export function Sprite() {
  return (
    <svg className="sprite" aria-hidden="true">
      {Object.entries(ICONS).map(([name, drawing]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 20 20">
          {drawing}
        </symbol>
      ))}
    </svg>
  );
}
