/**
 * A skyline seen from the lake, with faint lines on the water. Drawn for this page; no tower is a real building.
 */
export function Skyline() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1440 260"
      preserveAspectRatio="xMidYMax slice"
      className="pointer-events-none absolute inset-x-0 bottom-0 h-[260px] w-full text-accent"
    >
      <g fill="currentColor">
        <path
          opacity="0.07"
          d="M0 176h90v-26h54v-34h40v60h48v-44h66v-38h36v82h42v-60h58v60h36V92h50v84h34v-48h72v48h30V64h60v112h40v-70h54v70h46v-96h44v96h30v-52h70v52h36V98h50v78h48v-40h64v40h40v-64h58v64h52v-30h84v30h104v84H0z"
        />
        <path
          opacity="0.11"
          d="M0 182h150v-18h60v-52h44v70h70v-34h58v34h40v-92h20V70h10V44h3v26h22V44h3v26h10v20h20v92h66v-56h44l18-18 18 18v56h72v-74h52v74h58v-34l26-22 26 22v34h88v-86h56v86h60v-46h70v46h68v-28h88v28h210v78H0z"
        />
      </g>
      <path className="fill-ground" d="M0 186h1440v74H0z" />
      <g className="stroke-accent" strokeWidth="1" fill="none">
        <path opacity="0.35" d="M0 186h1440" />
        <path opacity="0.22" d="M60 200h220m90 0h140m120 0h60m160 0h260m70 0h190" />
        <path opacity="0.16" d="M0 214h120m180 0h260m110 0h130m140 0h90m120 0h210" />
        <path opacity="0.1" d="M140 230h180m220 0h90m180 0h240m150 0h130M30 246h90m260 0h160m260 0h110m220 0h170" />
      </g>
    </svg>
  )
}
