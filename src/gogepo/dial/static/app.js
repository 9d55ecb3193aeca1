var Vx=Object.create;var Kp=Object.defineProperty;var Gx=Object.getOwnPropertyDescriptor;var Hx=Object.getOwnPropertyNames;var Wx=Object.getPrototypeOf,Xx=Object.prototype.hasOwnProperty;var qx=(n,e)=>()=>{try{return e||n((e={exports:{}}).exports,e),e.exports}catch(t){throw e=0,t}};var Yx=(n,e,t,i)=>{if(e&&typeof e=="object"||typeof e=="function")for(let s of Hx(e))!Xx.call(n,s)&&s!==t&&Kp(n,s,{get:()=>e[s],enumerable:!(i=Gx(e,s))||i.enumerable});return n};var Zx=(n,e,t)=>(t=n!=null?Vx(Wx(n)):{},Yx(e||!n||!n.__esModule?Kp(t,"default",{value:n,enumerable:!0}):t,n));var zg=qx(Td=>{var Ig=Object.defineProperty,Zy=n=>Ig(n,"__esModule",{value:!0}),$y=(n,e)=>{for(var t in e)Ig(n,t,{get:e[t],enumerable:!0})};Zy(Td);$y(Td,{GIFEncoder:()=>Bg,applyPalette:()=>sS,default:()=>pS,nearestColor:()=>lS,nearestColorIndex:()=>Fg,nearestColorIndexWithDistance:()=>Og,prequantize:()=>iS,quantize:()=>tS,snapColorsToPalette:()=>oS});var Jy={signature:"GIF",version:"89a",trailer:59,extensionIntroducer:33,applicationExtensionLabel:255,graphicControlExtensionLabel:249,imageSeparator:44,signatureSize:3,versionSize:3,globalColorTableFlagMask:128,colorResolutionMask:112,sortFlagMask:8,globalColorTableSizeMask:7,applicationIdentifierSize:8,applicationAuthCodeSize:3,disposalMethodMask:28,userInputFlagMask:2,transparentColorFlagMask:1,localColorTableFlagMask:128,interlaceFlagMask:64,idSortFlagMask:32,localColorTableSizeMask:7};function Lg(n=256){let e=0,t=new Uint8Array(n);return{get buffer(){return t.buffer},reset(){e=0},bytesView(){return t.subarray(0,e)},bytes(){return t.slice(0,e)},writeByte(s){i(e+1),t[e]=s,e++},writeBytes(s,r=0,a=s.length){i(e+a);for(let o=0;o<a;o++)t[e++]=s[o+r]},writeBytesView(s,r=0,a=s.byteLength){i(e+a),t.set(s.subarray(r,r+a),e),e+=a}};function i(s){var r=t.length;if(r>=s)return;var a=1024*1024;s=Math.max(s,r*(r<a?2:1.125)>>>0),r!=0&&(s=Math.max(s,256));let o=t;t=new Uint8Array(s),e>0&&t.set(o.subarray(0,e),0)}}var Md=12,Cg=5003,Ky=[0,1,3,7,15,31,63,127,255,511,1023,2047,4095,8191,16383,32767,65535];function jy(n,e,t,i,s=Lg(512),r=new Uint8Array(256),a=new Int32Array(Cg),o=new Int32Array(Cg)){let l=a.length,c=Math.max(2,i);r.fill(0),o.fill(0),a.fill(-1);let h=0,u=0,d=c+1,f=d,m=!1,y=f,g=(1<<y)-1,p=1<<d-1,S=p+1,E=p+2,v=0,C=t[0],A=0;for(let U=l;U<65536;U*=2)++A;A=8-A,s.writeByte(c),T(p);let _=t.length;for(let U=1;U<_;U++)e:{let P=t[U],I=(P<<Md)+C,B=P<<A^C;if(a[B]===I){C=o[B];break e}let G=B===0?1:l-B;for(;a[B]>=0;)if(B-=G,B<0&&(B+=l),a[B]===I){C=o[B];break e}T(C),C=P,E<1<<Md?(o[B]=E++,a[B]=I):(a.fill(-1),E=p+2,m=!0,T(p))}return T(C),T(S),s.writeByte(0),s.bytesView();function T(U){for(h&=Ky[u],u>0?h|=U<<u:h=U,u+=y;u>=8;)r[v++]=h&255,v>=254&&(s.writeByte(v),s.writeBytesView(r,0,v),v=0),h>>=8,u-=8;if((E>g||m)&&(m?(y=f,g=(1<<y)-1,m=!1):(++y,g=y===Md?1<<y:(1<<y)-1)),U==S){for(;u>0;)r[v++]=h&255,v>=254&&(s.writeByte(v),s.writeBytesView(r,0,v),v=0),h>>=8,u-=8;v>0&&(s.writeByte(v),s.writeBytesView(r,0,v),v=0)}}}var Qy=jy;function Dg(n,e,t){return n<<8&63488|e<<2&992|t>>3}function Ng(n,e,t,i){return n>>4|e&240|(t&240)<<4|(i&240)<<8}function Ug(n,e,t){return n>>4<<8|e&240|t>>4}function ic(n,e,t){return n<e?e:n>t?t:n}function So(n){return n*n}function Rg(n,e,t){var i=0,s=1e100;let r=n[e],a=r.cnt,o=r.ac,l=r.rc,c=r.gc,h=r.bc;for(var u=r.fw;u!=0;u=n[u].fw){let f=n[u],m=f.cnt,y=a*m/(a+m);if(!(y>=s)){var d=0;t&&(d+=y*So(f.ac-o),d>=s)||(d+=y*So(f.rc-l),!(d>=s)&&(d+=y*So(f.gc-c),!(d>=s)&&(d+=y*So(f.bc-h),!(d>=s)&&(s=d,i=u))))}}r.err=s,r.nn=i}function bd(){return{ac:0,rc:0,gc:0,bc:0,cnt:0,nn:0,fw:0,bk:0,tm:0,mtm:0,err:0}}function eS(n,e){let t=e==="rgb444"?4096:65536,i=new Array(t),s=n.length;if(e==="rgba4444")for(let r=0;r<s;++r){let a=n[r],o=a>>24&255,l=a>>16&255,c=a>>8&255,h=a&255,u=Ng(h,c,l,o),d=u in i?i[u]:i[u]=bd();d.rc+=h,d.gc+=c,d.bc+=l,d.ac+=o,d.cnt++}else if(e==="rgb444")for(let r=0;r<s;++r){let a=n[r],o=a>>16&255,l=a>>8&255,c=a&255,h=Ug(c,l,o),u=h in i?i[h]:i[h]=bd();u.rc+=c,u.gc+=l,u.bc+=o,u.cnt++}else for(let r=0;r<s;++r){let a=n[r],o=a>>16&255,l=a>>8&255,c=a&255,h=Dg(c,l,o),u=h in i?i[h]:i[h]=bd();u.rc+=c,u.gc+=l,u.bc+=o,u.cnt++}return i}function tS(n,e,t={}){let{format:i="rgb565",clearAlpha:s=!0,clearAlphaColor:r=0,clearAlphaThreshold:a=0,oneBitAlpha:o=!1}=t;if(!n||!n.buffer)throw new Error("quantize() expected RGBA Uint8Array data");if(!(n instanceof Uint8Array)&&!(n instanceof Uint8ClampedArray))throw new Error("quantize() expected RGBA Uint8Array data");let l=new Uint32Array(n.buffer),c=t.useSqrt!==!1,h=i==="rgba4444",u=eS(l,i),d=u.length,f=d-1,m=new Uint32Array(d+1);for(var y=0,p=0;p<d;++p){let k=u[p];if(k!=null){var g=1/k.cnt;h&&(k.ac*=g),k.rc*=g,k.gc*=g,k.bc*=g,u[y++]=k}}So(e)/y<.022&&(c=!1);for(var p=0;p<y-1;++p)u[p].fw=p+1,u[p+1].bk=p,c&&(u[p].cnt=Math.sqrt(u[p].cnt));c&&(u[p].cnt=Math.sqrt(u[p].cnt));var S,E,v;for(p=0;p<y;++p){Rg(u,p,!1);var C=u[p].err;for(E=++m[0];E>1&&(v=E>>1,!(u[S=m[v]].err<=C));E=v)m[E]=S;m[E]=p}var A=y-e;for(p=0;p<A;){for(var _;;){var T=m[1];if(_=u[T],_.tm>=_.mtm&&u[_.nn].mtm<=_.tm)break;_.mtm==f?T=m[1]=m[m[0]--]:(Rg(u,T,!1),_.tm=p);var C=u[T].err;for(E=1;(v=E+E)<=m[0]&&(v<m[0]&&u[m[v]].err>u[m[v+1]].err&&v++,!(C<=u[S=m[v]].err));E=v)m[E]=S;m[E]=T}var U=u[_.nn],P=_.cnt,I=U.cnt,g=1/(P+I);h&&(_.ac=g*(P*_.ac+I*U.ac)),_.rc=g*(P*_.rc+I*U.rc),_.gc=g*(P*_.gc+I*U.gc),_.bc=g*(P*_.bc+I*U.bc),_.cnt+=U.cnt,_.mtm=++p,u[U.bk].fw=U.fw,u[U.fw].bk=U.bk,U.mtm=f}let B=[];var G=0;for(p=0;;++G){let D=ic(Math.round(u[p].rc),0,255),k=ic(Math.round(u[p].gc),0,255),Y=ic(Math.round(u[p].bc),0,255),z=255;h&&(z=ic(Math.round(u[p].ac),0,255),o&&(z=z<=(typeof o=="number"?o:127)?0:255),s&&z<=a&&(D=k=Y=r,z=0));let ce=h?[D,k,Y,z]:[D,k,Y];if(nS(B,ce)||B.push(ce),(p=u[p].fw)==0)break}return B}function nS(n,e){for(let t=0;t<n.length;t++){let i=n[t],s=i[0]===e[0]&&i[1]===e[1]&&i[2]===e[2],r=i.length>=4&&e.length>=4?i[3]===e[3]:!0;if(s&&r)return!0}return!1}function rc(n,e){var t=0,i;for(i=0;i<n.length;i++){let s=n[i]-e[i];t+=s*s}return t}function sc(n,e){return e>1?Math.round(n/e)*e:n}function iS(n,{roundRGB:e=5,roundAlpha:t=10,oneBitAlpha:i=null}={}){let s=new Uint32Array(n.buffer);for(let r=0;r<s.length;r++){let a=s[r],o=a>>24&255,l=a>>16&255,c=a>>8&255,h=a&255;o=sc(o,t),i&&(o=o<=(typeof i=="number"?i:127)?0:255),h=sc(h,e),c=sc(c,e),l=sc(l,e),s[r]=o<<24|l<<16|c<<8|h<<0}}function sS(n,e,t="rgb565"){if(!n||!n.buffer)throw new Error("quantize() expected RGBA Uint8Array data");if(!(n instanceof Uint8Array)&&!(n instanceof Uint8ClampedArray))throw new Error("quantize() expected RGBA Uint8Array data");if(e.length>256)throw new Error("applyPalette() only works with 256 colors or less");let i=new Uint32Array(n.buffer),s=i.length,r=t==="rgb444"?4096:65536,a=new Uint8Array(s),o=new Array(r),l=t==="rgba4444";if(t==="rgba4444")for(let c=0;c<s;c++){let h=i[c],u=h>>24&255,d=h>>16&255,f=h>>8&255,m=h&255,y=Ng(m,f,d,u),g=y in o?o[y]:o[y]=rS(m,f,d,u,e);a[c]=g}else{let c=t==="rgb444"?Ug:Dg;for(let h=0;h<s;h++){let u=i[h],d=u>>16&255,f=u>>8&255,m=u&255,y=c(m,f,d),g=y in o?o[y]:o[y]=aS(m,f,d,e);a[h]=g}}return a}function rS(n,e,t,i,s){let r=0,a=1e100;for(let o=0;o<s.length;o++){let l=s[o],c=l[3],h=wr(c-i);if(h>a)continue;let u=l[0];if(h+=wr(u-n),h>a)continue;let d=l[1];if(h+=wr(d-e),h>a)continue;let f=l[2];h+=wr(f-t),!(h>a)&&(a=h,r=o)}return r}function aS(n,e,t,i){let s=0,r=1e100;for(let a=0;a<i.length;a++){let o=i[a],l=o[0],c=wr(l-n);if(c>r)continue;let h=o[1];if(c+=wr(h-e),c>r)continue;let u=o[2];c+=wr(u-t),!(c>r)&&(r=c,s=a)}return s}function oS(n,e,t=5){if(!n.length||!e.length)return;let i=n.map(a=>a.slice(0,3)),s=t*t,r=n[0].length;for(let a=0;a<e.length;a++){let o=e[a];o.length<r?o=[o[0],o[1],o[2],255]:o.length>r?o=o.slice(0,3):o=o.slice();let l=Og(i,o.slice(0,3),rc),c=l[0],h=l[1];h>0&&h<=s&&(n[c]=o)}}function wr(n){return n*n}function Fg(n,e,t=rc){let i=1/0,s=-1;for(let r=0;r<n.length;r++){let a=n[r],o=t(e,a);o<i&&(i=o,s=r)}return s}function Og(n,e,t=rc){let i=1/0,s=-1;for(let r=0;r<n.length;r++){let a=n[r],o=t(e,a);o<i&&(i=o,s=r)}return[s,i]}function lS(n,e,t=rc){return n[Fg(n,e,t)]}function Bg(n={}){let{initialCapacity:e=4096,auto:t=!0}=n,i=Lg(e),s=5003,r=new Uint8Array(256),a=new Int32Array(s),o=new Int32Array(s),l=!1;return{reset(){i.reset(),l=!1},finish(){i.writeByte(Jy.trailer)},bytes(){return i.bytes()},bytesView(){return i.bytesView()},get buffer(){return i.buffer},get stream(){return i},writeHeader:c,writeFrame(h,u,d,f={}){let{transparent:m=!1,transparentIndex:y=0,delay:g=0,palette:p=null,repeat:S=0,colorDepth:E=8,dispose:v=-1}=f,C=!1;if(t?l||(C=!0,c(),l=!0):C=!!f.first,u=Math.max(0,Math.floor(u)),d=Math.max(0,Math.floor(d)),C){if(!p)throw new Error("First frame must include a { palette } option");hS(i,u,d,p,E),Pg(i,p),S>=0&&uS(i,S)}let A=Math.round(g/10);cS(i,v,A,m,y);let _=!!p&&!C;dS(i,u,d,_?p:null),_&&Pg(i,p),fS(i,h,u,d,E,r,a,o)}};function c(){kg(i,"GIF89a")}}function cS(n,e,t,i,s){n.writeByte(33),n.writeByte(249),n.writeByte(4),s<0&&(s=0,i=!1);var r,a;i?(r=1,a=2):(r=0,a=0),e>=0&&(a=e&7),a<<=2,n.writeByte(0|a|0|r),$s(n,t),n.writeByte(s||0),n.writeByte(0)}function hS(n,e,t,i,s=8){let o=wd(i.length)-1,l=128|s-1<<4|0|o,c=0,h=0;$s(n,e),$s(n,t),n.writeBytes([l,c,h])}function uS(n,e){n.writeByte(33),n.writeByte(255),n.writeByte(11),kg(n,"NETSCAPE2.0"),n.writeByte(3),n.writeByte(1),$s(n,e),n.writeByte(0)}function Pg(n,e){let t=1<<wd(e.length);for(let i=0;i<t;i++){let s=[0,0,0];i<e.length&&(s=e[i]),n.writeByte(s[0]),n.writeByte(s[1]),n.writeByte(s[2])}}function dS(n,e,t,i){if(n.writeByte(44),$s(n,0),$s(n,0),$s(n,e),$s(n,t),i){let a=wd(i.length)-1;n.writeByte(128|a)}else n.writeByte(0)}function fS(n,e,t,i,s=8,r,a,o){Qy(t,i,e,s,n,r,a,o)}function $s(n,e){n.writeByte(e&255),n.writeByte(e>>8&255)}function kg(n,e){for(var t=0;t<e.length;t++)n.writeByte(e.charCodeAt(t))}function wd(n){return Math.max(Math.ceil(Math.log2(n)),1)}var pS=Bg});var qs=new URLSearchParams(location.hash.slice(1)),$x=qs.get("token")??"",_r=class extends Error{constructor(e,t){super(e),this.status=t}};async function ku(n,e={}){let t={"X-Gogepo-Token":$x,...e.headers},i;try{i=await fetch(n,{...e,headers:t,credentials:"omit"})}catch{throw new _r("The server does not answer. Is gogepo dial still running?",0)}if(i.ok)return i;let s=await i.text(),r=s;try{r=JSON.parse(s).error??s}catch{}throw new _r(r,i.status)}var Jx=n=>new URLSearchParams(n).toString(),ss=async(n,e={})=>(await ku(`api/${n}${Object.keys(e).length?`?${Jx(e)}`:""}`)).json(),zu=async n=>(await ku(`api/${n}`)).arrayBuffer(),fo=async(n,e)=>(await ku(`api/${n}`,{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(e)})).json();function gn(n,e){if(n==null||!Number.isFinite(n))return"\u2013";let t=Math.abs(n),i=e??(t>=1e3?0:t>=10?1:2);return n.toLocaleString("en",{minimumFractionDigits:i,maximumFractionDigits:i}).replace("-","\u2212")}var na=n=>(n??0).toLocaleString("en");function ta(n){return n.length?n.reduce((e,t)=>e+t,0)/n.length:NaN}function jp(n){let e=ta(n);return Math.sqrt(ta(n.map(t=>(t-e)**2)))}var tt=n=>document.getElementById(n);function it(n,e={},...t){let i=document.createElement(n);for(let[s,r]of Object.entries(e))s.startsWith("on")?i.addEventListener(s.slice(2),r):s==="class"?i.className=r:s in i&&!s.startsWith("aria")?i[s]=r:i.setAttribute(s,r);return i.append(...t.filter(s=>s!==null)),i}var cn=n=>getComputedStyle(document.documentElement).getPropertyValue(`--${n}`).trim();function Vu(n,e){let t=URL.createObjectURL(n instanceof Blob?n:new Blob([n])),i=it("a",{href:t,download:e});document.body.append(i),i.click(),i.remove(),setTimeout(()=>URL.revokeObjectURL(t),3e4)}function Ul(n){tt("spoken").textContent=n}var Kx="uplot",jx="u-hz",Qx="u-vt",ev="u-title",tv="u-wrap",nv="u-under",iv="u-over",sv="u-axis",yr="u-off",rv="u-select",av="u-cursor-x",ov="u-cursor-y",lv="u-cursor-pt",cv="u-legend",hv="u-live",uv="u-inline",dv="u-series",fv="u-marker",Qp="u-label",pv="u-value",mo="width",go="height";var em="bottom",ia="left",Gu="right",rd="#000",tm=rd+"0",Hu="mousemove",nm="mousedown",Wu="mouseup",im="mouseenter",sm="mouseleave",rm="dblclick",mv="resize",gv="scroll",am="change",zl="dppxchange",ad="--",ha=typeof window<"u",$u=ha?document:null,ra=ha?window:null,_v=ha?navigator:null,Bt,Fl;function Ju(){let n=devicePixelRatio;Bt!=n&&(Bt=n,Fl&&ju(am,Fl,Ju),Fl=matchMedia(`(min-resolution: ${Bt-.001}dppx) and (max-resolution: ${Bt+.001}dppx)`),Sr(am,Fl,Ju),ra.dispatchEvent(new CustomEvent(zl)))}function pi(n,e){if(e!=null){let t=n.classList;!t.contains(e)&&t.add(e)}}function Ku(n,e){let t=n.classList;t.contains(e)&&t.remove(e)}function tn(n,e,t){n.style[e]=t+"px"}function zi(n,e,t,i){let s=$u.createElement(n);return e!=null&&pi(s,e),t?.insertBefore(s,i),s}function Ri(n,e){return zi("div",n,e)}var om=new WeakMap;function rs(n,e,t,i,s){let r="translate("+e+"px,"+t+"px)",a=om.get(n);r!=a&&(n.style.transform=r,om.set(n,r),e<0||t<0||e>i||t>s?pi(n,yr):Ku(n,yr))}var lm=new WeakMap;function cm(n,e,t){let i=e+t,s=lm.get(n);i!=s&&(lm.set(n,i),n.style.background=e,n.style.borderColor=t)}var hm=new WeakMap;function um(n,e,t,i){let s=e+""+t,r=hm.get(n);s!=r&&(hm.set(n,s),n.style.height=t+"px",n.style.width=e+"px",n.style.marginLeft=i?-e/2+"px":0,n.style.marginTop=i?-t/2+"px":0)}var od={passive:!0},xv={...od,capture:!0};function Sr(n,e,t,i){e.addEventListener(n,t,i?xv:od)}function ju(n,e,t,i){e.removeEventListener(n,t,od)}ha&&Ju();function Vi(n,e,t,i){let s;t=t||0,i=i||e.length-1;let r=i<=2147483647;for(;i-t>1;)s=r?t+i>>1:mi((t+i)/2),e[s]<n?t=s:i=s;return n-e[t]<=e[i]-n?t:i}function km(n){return(t,i,s)=>{let r=-1,a=-1;for(let o=i;o<=s;o++)if(n(t[o])){r=o;break}for(let o=s;o>=i;o--)if(n(t[o])){a=o;break}return[r,a]}}var zm=n=>n!=null,Vm=n=>n!=null&&n>0,Hl=km(zm),vv=km(Vm);function yv(n,e,t,i=0,s=!1){let r=s?vv:Hl,a=s?Vm:zm;[e,t]=r(n,e,t);let o=n[e],l=n[e];if(e>-1)if(i==1)o=n[e],l=n[t];else if(i==-1)o=n[t],l=n[e];else for(let c=e;c<=t;c++){let h=n[c];a(h)&&(h<o?o=h:h>l&&(l=h))}return[o??$t,l??-$t]}function Wl(n,e,t,i){let s=pm(n),r=pm(e);n==e&&(s==-1?(n*=t,e/=t):(n/=t,e*=t));let a=t==10?bs:Gm,o=s==1?mi:Pi,l=r==1?Pi:mi,c=o(a(Cn(n))),h=l(a(Cn(e))),u=aa(t,c),d=aa(t,h);return t==10&&(c<0&&(u=Jt(u,-c)),h<0&&(d=Jt(d,-h))),i||t==2?(n=u*s,e=d*r):(n=qm(n,u),e=Xl(e,d)),[n,e]}function ld(n,e,t,i){let s=Wl(n,e,t,i);return n==0&&(s[0]=0),e==0&&(s[1]=0),s}var cd=.1,dm={mode:3,pad:cd},xo={pad:0,soft:null,mode:0},Sv={min:xo,max:xo};function Vl(n,e,t,i){return ql(t)?fm(n,e,t):(xo.pad=t,xo.soft=i?0:null,xo.mode=i?3:0,fm(n,e,Sv))}function Ft(n,e){return n??e}function Mv(n,e,t){for(e=Ft(e,0),t=Ft(t,n.length-1);e<=t;){if(n[e]!=null)return!0;e++}return!1}function fm(n,e,t){let i=t.min,s=t.max,r=Ft(i.pad,0),a=Ft(s.pad,0),o=Ft(i.hard,-$t),l=Ft(s.hard,$t),c=Ft(i.soft,$t),h=Ft(s.soft,-$t),u=Ft(i.mode,0),d=Ft(s.mode,0),f=e-n,m=bs(f),y=ti(Cn(n),Cn(e)),g=bs(y),p=Cn(g-m);(f<1e-24||p>10)&&(f=0,(n==0||e==0)&&(f=1e-24,u==2&&c!=$t&&(r=0),d==2&&h!=-$t&&(a=0)));let S=f||y||1e3,E=bs(S),v=aa(10,mi(E)),C=S*(f==0?n==0?.1:1:r),A=Jt(qm(n-C,v/10),24),_=n>=c&&(u==1||u==3&&A<=c||u==2&&A>=c)?c:$t,T=ti(o,A<_&&n>=_?_:Gi(_,A)),U=S*(f==0?e==0?.1:1:a),P=Jt(Xl(e+U,v/10),24),I=e<=h&&(d==1||d==3&&P>=h||d==2&&P<=h)?h:-$t,B=Gi(l,P>I&&e<=I?I:ti(I,P));return T==B&&T==0&&(B=100),[T,B]}var bv=new Intl.NumberFormat(ha?_v.language:"en-US"),hd=n=>bv.format(n),gi=Math,kl=gi.PI,Cn=gi.abs,mi=gi.floor,An=gi.round,Pi=gi.ceil,Gi=gi.min,ti=gi.max,aa=gi.pow,pm=gi.sign,bs=gi.log10,Gm=gi.log2,wv=(n,e=1)=>gi.sinh(n)*e,Xu=(n,e=1)=>gi.asinh(n/e),$t=1/0;function mm(n){return(bs((n^n>>31)-(n>>31))|0)+1}function Qu(n,e,t){return Gi(ti(n,e),t)}function Hm(n){return typeof n=="function"}function It(n){return Hm(n)?n:()=>n}var Tv=()=>{},Wm=n=>n,Xm=(n,e)=>e,Ev=n=>null,gm=n=>!0,_m=(n,e)=>n==e,Av=/\.\d*?(?=9{6,}|0{6,})/gm,Mr=n=>{if(Zm(n)||Zs.has(n))return n;let e=`${n}`,t=e.match(Av);if(t==null)return n;let i=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Mr(s)}e${r}`}return Jt(n,i)};function xr(n,e){return Mr(Jt(Mr(n/e))*e)}function Xl(n,e){return Mr(Pi(Mr(n/e))*e)}function qm(n,e){return Mr(mi(Mr(n/e))*e)}function Jt(n,e=0){if(Zm(n))return n;let t=10**e,i=n*t*(1+Number.EPSILON);return An(i)/t}var Zs=new Map;function Ym(n){return((""+n).split(".")[1]||"").length}function yo(n,e,t,i){let s=[],r=i.map(Ym);for(let a=e;a<t;a++){let o=Cn(a),l=Jt(aa(n,a),o);for(let c=0;c<i.length;c++){let h=n==10?+`${i[c]}e${a}`:i[c]*l,u=(a>=0?0:o)+(a>=r[c]?0:r[c]),d=n==10?h:Jt(h,u);s.push(d),Zs.set(d,u)}}return s}var vo={},ud=[],oa=[null,null],Ys=Array.isArray,Zm=Number.isInteger,Cv=n=>n===void 0;function xm(n){return typeof n=="string"}function ql(n){let e=!1;if(n!=null){let t=n.constructor;e=t==null||t==Object}return e}function Rv(n){return n!=null&&typeof n=="object"}var Pv=Object.getPrototypeOf(Uint8Array),$m="__proto__";function la(n,e=ql){let t;if(Ys(n)){let i=n.find(s=>s!=null);if(Ys(i)||e(i)){t=Array(n.length);for(let s=0;s<n.length;s++)t[s]=la(n[s],e)}else t=n.slice()}else if(n instanceof Pv)t=n.slice();else if(e(n)){t={};for(let i in n)i!=$m&&(t[i]=la(n[i],e))}else t=n;return t}function bn(n){let e=arguments;for(let t=1;t<e.length;t++){let i=e[t];for(let s in i)s!=$m&&(ql(n[s])?bn(n[s],la(i[s])):n[s]=la(i[s]))}return n}var Iv=0,Lv=1,Dv=2;function Nv(n,e,t){for(let i=0,s,r=-1;i<e.length;i++){let a=e[i];if(a>r){for(s=a-1;s>=0&&n[s]==null;)n[s--]=null;for(s=a+1;s<t&&n[s]==null;)n[r=s++]=null}}}function Uv(n,e){if(Bv(n)){let a=n[0].slice();for(let o=1;o<n.length;o++)a.push(...n[o].slice(1));return kv(a[0])||(a=Ov(a)),a}let t=new Set;for(let a=0;a<n.length;a++){let l=n[a][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let i=[Array.from(t).sort((a,o)=>a-o)],s=i[0].length,r=new Map;for(let a=0;a<s;a++)r.set(i[0][a],a);for(let a=0;a<n.length;a++){let o=n[a],l=o[0];for(let c=1;c<o.length;c++){let h=o[c],u=Array(s).fill(void 0),d=e?e[a][c]:Lv,f=[];for(let m=0;m<h.length;m++){let y=h[m],g=r.get(l[m]);y===null?d!=Iv&&(u[g]=y,d==Dv&&f.push(g)):u[g]=y}Nv(u,f,s),i.push(u)}}return i}var Fv=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function Ov(n){let e=n[0],t=e.length,i=Array(t);for(let r=0;r<i.length;r++)i[r]=r;i.sort((r,a)=>e[r]-e[a]);let s=[];for(let r=0;r<n.length;r++){let a=n[r],o=Array(t);for(let l=0;l<t;l++)o[l]=a[i[l]];s.push(o)}return s}function Bv(n){let e=n[0][0],t=e.length;for(let i=1;i<n.length;i++){let s=n[i][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function kv(n,e=100){let t=n.length;if(t<=1)return!0;let i=0,s=t-1;for(;i<=s&&n[i]==null;)i++;for(;s>=i&&n[s]==null;)s--;if(s<=i)return!0;let r=ti(1,mi((s-i+1)/e));for(let a=n[i],o=i+r;o<=s;o+=r){let l=n[o];if(l!=null){if(l<=a)return!1;a=l}}return!0}var Jm=["January","February","March","April","May","June","July","August","September","October","November","December"],Km=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function jm(n){return n.slice(0,3)}var zv=Km.map(jm),Vv=Jm.map(jm),Gv={MMMM:Jm,MMM:Vv,WWWW:Km,WWW:zv};function po(n){return(n<10?"0":"")+n}function Hv(n){return(n<10?"00":n<100?"0":"")+n}var Wv={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,e)=>e.MMMM[n.getMonth()],MMM:(n,e)=>e.MMM[n.getMonth()],MM:n=>po(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>po(n.getDate()),D:n=>n.getDate(),WWWW:(n,e)=>e.WWWW[n.getDay()],WWW:(n,e)=>e.WWW[n.getDay()],HH:n=>po(n.getHours()),H:n=>n.getHours(),h:n=>{let e=n.getHours();return e==0?12:e>12?e-12:e},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>po(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>po(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>Hv(n.getMilliseconds())};function dd(n,e){e=e||Gv;let t=[],i=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=i.exec(n);)t.push(s[0][0]=="{"?Wv[s[1]]:s[0]);return r=>{let a="";for(let o=0;o<t.length;o++)a+=typeof t[o]=="string"?t[o]:t[o](r,e);return a}}var Xv=new Intl.DateTimeFormat().resolvedOptions().timeZone;function qv(n,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+n+n.getTimezoneOffset()*6e4):e==Xv?t=n:(t=new Date(n.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(n.getMilliseconds())),t}var Qm=n=>n%1==0,Gl=[1,2,2.5,5],Yv=yo(10,-32,0,Gl),eg=yo(10,0,32,Gl),Zv=eg.filter(Qm),vr=Yv.concat(eg),fd=`
`,tg="{YYYY}",vm=fd+tg,ng="{M}/{D}",_o=fd+ng,Ol=_o+"/{YY}",ig="{aa}",$v="{h}:{mm}",sa=$v+ig,ym=fd+sa,Sm=":{ss}",Gt=null;function sg(n){let e=n*1e3,t=e*60,i=t*60,s=i*24,r=s*30,a=s*365,l=(n==1?yo(10,0,3,Gl).filter(Qm):yo(10,-3,0,Gl)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,i,i*2,i*3,i*4,i*6,i*8,i*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,a,a*2,a*5,a*10,a*25,a*50,a*100]),c=[[a,tg,Gt,Gt,Gt,Gt,Gt,Gt,1],[s*28,"{MMM}",vm,Gt,Gt,Gt,Gt,Gt,1],[s,ng,vm,Gt,Gt,Gt,Gt,Gt,1],[i,"{h}"+ig,Ol,Gt,_o,Gt,Gt,Gt,1],[t,sa,Ol,Gt,_o,Gt,Gt,Gt,1],[e,Sm,Ol+" "+sa,Gt,_o+" "+sa,Gt,ym,Gt,1],[n,Sm+".{fff}",Ol+" "+sa,Gt,_o+" "+sa,Gt,ym,Gt,1]];function h(u){return(d,f,m,y,g,p)=>{let S=[],E=g>=a,v=g>=r&&g<a,C=u(m),A=Jt(C*n,3),_=qu(C.getFullYear(),E?0:C.getMonth(),v||E?1:C.getDate()),T=Jt(_*n,3);if(v||E){let U=v?g/r:0,P=E?g/a:0,I=A==T?A:Jt(qu(_.getFullYear()+P,_.getMonth()+U,1)*n,3),B=new Date(An(I/n)),G=B.getFullYear(),D=B.getMonth();for(let k=0;I<=y;k++){let Y=qu(G+P*k,D+U*k,1),z=Y-u(Jt(Y*n,3));I=Jt((+Y+z)*n,3),I<=y&&S.push(I)}}else{let U=g>=s?s:g,P=mi(m)-mi(A),I=T+P+Xl(A-T,U);S.push(I);let B=u(I),G=B.getHours()+B.getMinutes()/t+B.getSeconds()/i,D=g/i,k=d.axes[f]._space,Y=p/k;for(;I=Jt(I+g,n==1?0:3),!(I>y);)if(D>1){let z=mi(Jt(G+D,6))%24,Q=u(I).getHours()-z;Q>1&&(Q=-1),I-=Q*i,G=(G+D)%24;let te=S[S.length-1];Jt((I-te)/g,3)*Y>=.7&&S.push(I)}else S.push(I)}return S}}return[l,c,h]}var[Jv,Kv,jv]=sg(1),[Qv,ey,ty]=sg(.001);yo(2,-53,53,[1]);function Mm(n,e){return n.map(t=>t.map((i,s)=>s==0||s==8||i==null?i:e(s==1||t[8]==0?i:t[1]+i)))}function bm(n,e){return(t,i,s,r,a)=>{let o=e.find(m=>a>=m[0])||e[e.length-1],l,c,h,u,d,f;return i.map(m=>{let y=n(m),g=y.getFullYear(),p=y.getMonth(),S=y.getDate(),E=y.getHours(),v=y.getMinutes(),C=y.getSeconds(),A=g!=l&&o[2]||p!=c&&o[3]||S!=h&&o[4]||E!=u&&o[5]||v!=d&&o[6]||C!=f&&o[7]||o[1];return l=g,c=p,h=S,u=E,d=v,f=C,A(y)})}}function ny(n,e){let t=dd(e);return(i,s,r,a,o)=>s.map(l=>t(n(l)))}function qu(n,e,t){return new Date(n,e,t)}function wm(n,e){return e(n)}var iy="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Tm(n,e){return(t,i,s,r)=>r==null?ad:e(n(i))}function sy(n,e){let t=n.series[e];return t.width?t.stroke(n,e):t.points.width?t.points.stroke(n,e):null}function ry(n,e){return n.series[e].fill(n,e)}var ay={show:!0,live:!0,isolate:!1,mount:Tv,markers:{show:!0,width:2,stroke:sy,fill:ry,dash:"solid"},idx:null,idxs:null,values:[]};function oy(n,e){let t=n.cursor.points,i=Ri(),s=t.size(n,e);tn(i,mo,s),tn(i,go,s);let r=s/-2;tn(i,"marginLeft",r),tn(i,"marginTop",r);let a=t.width(n,e,s);return a&&tn(i,"borderWidth",a),i}function ly(n,e){let t=n.series[e].points;return t._fill||t._stroke}function cy(n,e){let t=n.series[e].points;return t._stroke||t._fill}function hy(n,e){return n.series[e].points.size}var Yu=[0,0];function uy(n,e,t){return Yu[0]=e,Yu[1]=t,Yu}function Bl(n,e,t,i=!0){return s=>{s.button==0&&(!i||s.target==e)&&t(s)}}function Zu(n,e,t,i=!0){return s=>{(!i||s.target==e)&&t(s)}}var dy={show:!0,x:!0,y:!0,lock:!1,move:uy,points:{one:!1,show:oy,size:hy,width:0,stroke:cy,fill:ly},bind:{mousedown:Bl,mouseup:Bl,click:Bl,dblclick:Bl,mousemove:Zu,mouseleave:Zu,mouseenter:Zu},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,e,t,i,s)=>i-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},rg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},pd=bn({},rg,{filter:Xm}),ag=bn({},pd,{size:10}),og=bn({},rg,{show:!1}),md='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',lg="bold "+md,cg=1.5,Em={show:!0,scale:"x",stroke:rd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:lg,side:2,grid:pd,ticks:ag,border:og,font:md,lineGap:cg,rotate:0},fy="Value",py="Time",Am={show:!0,scale:"x",auto:!1,sorted:1,min:$t,max:-$t,idxs:[]};function my(n,e,t,i,s){return e.map(r=>r==null?"":hd(r))}function gy(n,e,t,i,s,r,a){let o=[],l=Zs.get(s)||0;t=a?t:Jt(Xl(t,s),l);for(let c=t;c<=i;c=Jt(c+s,l))o.push(Object.is(c,-0)?0:c);return o}function ed(n,e,t,i,s,r,a){let o=[],l=n.scales[n.axes[e].scale].log,c=l==10?bs:Gm,h=mi(c(t));s=aa(l,h),l==10&&(s=vr[Vi(s,vr)]);let u=t,d=s*l;l==10&&(d=vr[Vi(d,vr)]);do o.push(u),u=u+s,l==10&&!Zs.has(u)&&(u=Jt(u,Zs.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=vr[Vi(d,vr)]));while(u<=i);return o}function _y(n,e,t,i,s,r,a){let l=n.scales[n.axes[e].scale].asinh,c=i>l?ed(n,e,ti(l,t),i,s):[l],h=i>=0&&t<=0?[0]:[];return(t<-l?ed(n,e,ti(l,-i),-t,s):[l]).reverse().map(d=>-d).concat(h,c)}var hg=/./,xy=/[12357]/,vy=/[125]/,Cm=/1/,td=(n,e,t,i)=>n.map((s,r)=>e==4&&s==0||r%i==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function yy(n,e,t,i,s){let r=n.axes[t],a=r.scale,o=n.scales[a],l=n.valToPos,c=r._space,h=l(10,a),u=l(9,a)-h>=c?hg:l(7,a)-h>=c?xy:l(5,a)-h>=c?vy:Cm;if(u==Cm){let d=Cn(l(1,a)-h);if(d<c)return td(e.slice().reverse(),o.distr,u,Pi(c/d)).reverse()}return td(e,o.distr,u,1)}function Sy(n,e,t,i,s){let r=n.axes[t],a=r.scale,o=r._space,l=n.valToPos,c=Cn(l(1,a)-l(2,a));return c<o?td(e.slice().reverse(),3,hg,Pi(o/c)).reverse():e}function My(n,e,t,i){return i==null?ad:e==null?"":hd(e)}var Rm={show:!0,scale:"y",stroke:rd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:lg,side:3,grid:pd,ticks:ag,border:og,font:md,lineGap:cg,rotate:0};function by(n,e){let t=3+(n||1)*2;return Jt(t*e,3)}function wy(n,e){let{scale:t,idxs:i}=n.series[0],s=n._data[0],r=n.valToPos(s[i[0]],t,!0),a=n.valToPos(s[i[1]],t,!0),o=Cn(a-r),l=n.series[e],c=o/(l.points.space*Bt);return i[1]-i[0]<=c}var Pm={scale:null,auto:!0,sorted:0,min:$t,max:-$t},ug=(n,e,t,i,s)=>s,Im={show:!0,auto:!0,sorted:0,gaps:ug,alpha:1,facets:[bn({},Pm,{scale:"x"}),bn({},Pm,{scale:"y"})]},Lm={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:ug,alpha:1,points:{show:wy,filter:null},values:null,min:$t,max:-$t,idxs:[],path:null,clip:null};function Ty(n,e,t,i,s){return t/10}var dg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Ey=bn({},dg,{time:!1,ori:1}),Dm={};function fg(n,e){let t=Dm[n];return t||(t={key:n,plots:[],sub(i){t.plots.push(i)},unsub(i){t.plots=t.plots.filter(s=>s!=i)},pub(i,s,r,a,o,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(i,s,r,a,o,l,c)}},n!=null&&(Dm[n]=t)),t}var ca=1,nd=2;function br(n,e,t){let i=n.mode,s=n.series[e],r=i==2?n._data[e]:n._data,a=n.scales,o=n.bbox,l=r[0],c=i==2?r[1]:r[e],h=i==2?a[s.facets[0].scale]:a[n.series[0].scale],u=i==2?a[s.facets[1].scale]:a[s.scale],d=o.left,f=o.top,m=o.width,y=o.height,g=n.valToPosH,p=n.valToPosV;return h.ori==0?t(s,l,c,h,u,g,p,d,f,m,y,Zl,ua,Jl,mg,_g):t(s,l,c,h,u,p,g,f,d,y,m,$l,da,xd,gg,xg)}function gd(n,e){let t=0,i=0,s=Ft(n.bands,ud);for(let r=0;r<s.length;r++){let a=s[r];a.series[0]==e?t=a.dir:a.series[1]==e&&(a.dir==1?i|=1:i|=2)}return[t,i==1?-1:i==2?1:i==3?2:0]}function Ay(n,e,t,i,s){let r=n.mode,a=n.series[e],o=r==2?a.facets[1].scale:a.scale,l=n.scales[o];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ws(n,e,t,i,s,r){return br(n,e,(a,o,l,c,h,u,d,f,m,y,g)=>{let p=a.pxRound,S=c.dir*(c.ori==0?1:-1),E=c.ori==0?ua:da,v,C;S==1?(v=t,C=i):(v=i,C=t);let A=p(u(o[v],c,y,f)),_=p(d(l[v],h,g,m)),T=p(u(o[C],c,y,f)),U=p(d(r==1?h.max:h.min,h,g,m)),P=new Path2D(s);return E(P,T,U),E(P,A,U),E(P,A,_),P})}function Yl(n,e,t,i,s,r){let a=null;if(n.length>0){a=new Path2D;let o=e==0?Jl:xd,l=t;for(let u=0;u<n.length;u++){let d=n[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&o(a,l,i,f,i+r),l=d[1]}}let c=t+s-l,h=10;c>0&&o(a,l,i-h/2,c,i+r+h)}return a}function Cy(n,e,t){let i=n[n.length-1];i&&i[0]==e?i[1]=t:n.push([e,t])}function _d(n,e,t,i,s,r,a){let o=[],l=n.length;for(let c=s==1?t:i;c>=t&&c<=i;c+=s)if(e[c]===null){let u=c,d=c;if(s==1)for(;++c<=i&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(n[u]),m=d==u?f:r(n[d]),y=u-s;f=a<=0&&y>=0&&y<l?r(n[y]):f;let p=d+s;m=a>=0&&p>=0&&p<l?r(n[p]):m,m>=f&&o.push([f,m])}return o}function Nm(n){return n==0?Wm:n==1?An:e=>xr(e,n)}function pg(n){let e=n==0?Zl:$l,t=n==0?(s,r,a,o,l,c)=>{s.arcTo(r,a,o,l,c)}:(s,r,a,o,l,c)=>{s.arcTo(a,r,l,o,c)},i=n==0?(s,r,a,o,l)=>{s.rect(r,a,o,l)}:(s,r,a,o,l)=>{s.rect(a,r,l,o)};return(s,r,a,o,l,c=0,h=0)=>{c==0&&h==0?i(s,r,a,o,l):(c=Gi(c,o/2,l/2),h=Gi(h,o/2,l/2),e(s,r+c,a),t(s,r+o,a,r+o,a+l,c),t(s,r+o,a+l,r,a+l,h),t(s,r,a+l,r,a,h),t(s,r,a,r+o,a,c),s.closePath())}}var Zl=(n,e,t)=>{n.moveTo(e,t)},$l=(n,e,t)=>{n.moveTo(t,e)},ua=(n,e,t)=>{n.lineTo(e,t)},da=(n,e,t)=>{n.lineTo(t,e)},Jl=pg(0),xd=pg(1),mg=(n,e,t,i,s,r)=>{n.arc(e,t,i,s,r)},gg=(n,e,t,i,s,r)=>{n.arc(t,e,i,s,r)},_g=(n,e,t,i,s,r,a)=>{n.bezierCurveTo(e,t,i,s,r,a)},xg=(n,e,t,i,s,r,a)=>{n.bezierCurveTo(t,e,s,i,a,r)};function vg(n){return(e,t,i,s,r)=>br(e,t,(a,o,l,c,h,u,d,f,m,y,g)=>{let{pxRound:p,points:S}=a,E,v;c.ori==0?(E=Zl,v=mg):(E=$l,v=gg);let C=Jt(S.width*Bt,3),A=(S.size-S.width)/2*Bt,_=Jt(A*2,3),T=new Path2D,U=new Path2D,{left:P,top:I,width:B,height:G}=e.bbox;Jl(U,P-_,I-_,B+_*2,G+_*2);let D=k=>{if(l[k]!=null){let Y=p(u(o[k],c,y,f)),z=p(d(l[k],h,g,m));E(T,Y+A,z),v(T,Y,z,A,0,kl*2)}};if(r)r.forEach(D);else for(let k=i;k<=s;k++)D(k);return{stroke:C>0?T:null,fill:T,clip:U,flags:ca|nd}})}function yg(n){return(e,t,i,s,r,a)=>{i!=s&&(r!=i&&a!=i&&n(e,t,i),r!=s&&a!=s&&n(e,t,s),n(e,t,a))}}var Ry=yg(ua),Py=yg(da);function Sg(n){let e=Ft(n?.alignGaps,0);return(t,i,s,r)=>br(t,i,(a,o,l,c,h,u,d,f,m,y,g)=>{[s,r]=Hl(l,s,r);let p=a.pxRound,S=G=>p(u(G,c,y,f)),E=G=>p(d(G,h,g,m)),v,C;c.ori==0?(v=ua,C=Ry):(v=da,C=Py);let A=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ca},T=_.stroke,U=!1;if(r-s>=y*4){let G=he=>t.posToVal(he,c.key,!0),D=null,k=null,Y,z,ce,$=S(o[A==1?s:r]),Q=S(o[s]),te=S(o[r]),fe=G(A==1?Q+1:te-1);for(let he=A==1?s:r;he>=s&&he<=r;he+=A){let ee=o[he],xe=(A==1?ee<fe:ee>fe)?$:S(ee),Le=l[he];xe==$?Le!=null?(z=Le,D==null?(v(T,xe,E(z)),Y=D=k=z):z<D?D=z:z>k&&(k=z)):Le===null&&(U=!0):(D!=null&&C(T,$,E(D),E(k),E(Y),E(z)),Le!=null?(z=Le,v(T,xe,E(z)),D=k=Y=z):(D=k=null,Le===null&&(U=!0)),$=xe,fe=G($+A))}D!=null&&D!=k&&ce!=$&&C(T,$,E(D),E(k),E(Y),E(z))}else for(let G=A==1?s:r;G>=s&&G<=r;G+=A){let D=l[G];D===null?U=!0:D!=null&&v(T,S(o[G]),E(D))}let[I,B]=gd(t,i);if(a.fill!=null||I!=0){let G=_.fill=new Path2D(T),D=a.fillTo(t,i,a.min,a.max,I),k=E(D),Y=S(o[s]),z=S(o[r]);A==-1&&([z,Y]=[Y,z]),v(G,z,k),v(G,Y,k)}if(!a.spanGaps){let G=[];U&&G.push(..._d(o,l,s,r,A,S,e)),_.gaps=G=a.gaps(t,i,s,r,G),_.clip=Yl(G,c.ori,f,m,y,g)}return B!=0&&(_.band=B==2?[ws(t,i,s,r,T,-1),ws(t,i,s,r,T,1)]:ws(t,i,s,r,T,B)),_})}function Iy(n){let e=Ft(n.align,1),t=Ft(n.ascDesc,!1),i=Ft(n.alignGaps,0),s=Ft(n.extend,!1);return(r,a,o,l)=>br(r,a,(c,h,u,d,f,m,y,g,p,S,E)=>{[o,l]=Hl(u,o,l);let v=c.pxRound,{left:C,width:A}=r.bbox,_=Q=>v(m(Q,d,S,g)),T=Q=>v(y(Q,f,E,p)),U=d.ori==0?ua:da,P={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:ca},I=P.stroke,B=d.dir*(d.ori==0?1:-1),G=T(u[B==1?o:l]),D=_(h[B==1?o:l]),k=D,Y=D;s&&e==-1&&(Y=C,U(I,Y,G)),U(I,D,G);for(let Q=B==1?o:l;Q>=o&&Q<=l;Q+=B){let te=u[Q];if(te==null)continue;let fe=_(h[Q]),he=T(te);e==1?U(I,fe,G):U(I,k,he),U(I,fe,he),G=he,k=fe}let z=k;s&&e==1&&(z=C+A,U(I,z,G));let[ce,$]=gd(r,a);if(c.fill!=null||ce!=0){let Q=P.fill=new Path2D(I),te=c.fillTo(r,a,c.min,c.max,ce),fe=T(te);U(Q,z,fe),U(Q,Y,fe)}if(!c.spanGaps){let Q=[];Q.push(..._d(h,u,o,l,B,_,i));let te=c.width*Bt/2,fe=t||e==1?te:-te,he=t||e==-1?-te:te;Q.forEach(ee=>{ee[0]+=fe,ee[1]+=he}),P.gaps=Q=c.gaps(r,a,o,l,Q),P.clip=Yl(Q,d.ori,g,p,S,E)}return $!=0&&(P.band=$==2?[ws(r,a,o,l,I,-1),ws(r,a,o,l,I,1)]:ws(r,a,o,l,I,$)),P})}function Um(n,e,t,i,s,r,a=$t){if(n.length>1){let o=null;for(let l=0,c=1/0;l<n.length;l++)if(e[l]!==void 0){if(o!=null){let h=Cn(n[l]-n[o]);h<c&&(c=h,a=Cn(t(n[l],i,s,r)-t(n[o],i,s,r)))}o=l}}return a}function Ly(n){n=n||vo;let e=Ft(n.size,[.6,$t,1]),t=n.align||0,i=n.gap||0,s=n.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=It(s),a=1-e[0],o=Ft(e[1],$t),l=Ft(e[2],1),c=Ft(n.disp,vo),h=Ft(n.each,f=>{}),{fill:u,stroke:d}=c;return(f,m,y,g)=>br(f,m,(p,S,E,v,C,A,_,T,U,P,I)=>{let B=p.pxRound,G=t,D=i*Bt,k=o*Bt,Y=l*Bt,z,ce;v.ori==0?[z,ce]=r(f,m):[ce,z]=r(f,m);let $=v.dir*(v.ori==0?1:-1),Q=v.ori==0?Jl:xd,te=v.ori==0?h:(Se,qe,pt,Te,Vt,$e,et)=>{h(Se,qe,pt,Vt,Te,et,$e)},fe=Ft(f.bands,ud).find(Se=>Se.series[0]==m),he=fe!=null?fe.dir:0,ee=p.fillTo(f,m,p.min,p.max,he),ge=B(_(ee,C,I,U)),xe,Le,we,Ge=P,ot=B(p.width*Bt),Ke=!1,lt=null,at=null,ae=null,ve=null;u!=null&&(ot==0||d!=null)&&(Ke=!0,lt=u.values(f,m,y,g),at=new Map,new Set(lt).forEach(Se=>{Se!=null&&at.set(Se,new Path2D)}),ot>0&&(ae=d.values(f,m,y,g),ve=new Map,new Set(ae).forEach(Se=>{Se!=null&&ve.set(Se,new Path2D)})));let{x0:_e,size:Be}=c;if(_e!=null&&Be!=null){G=1,S=_e.values(f,m,y,g),_e.unit==2&&(S=S.map(pt=>f.posToVal(T+pt*P,v.key,!0)));let Se=Be.values(f,m,y,g);Be.unit==2?Le=Se[0]*P:Le=A(Se[0],v,P,T)-A(0,v,P,T),Ge=Um(S,E,A,v,P,T,Ge),we=Ge-Le+D}else Ge=Um(S,E,A,v,P,T,Ge),we=Ge*a+D,Le=Ge-we;we<1&&(we=0),ot>=Le/2&&(ot=0),we<5&&(B=Wm);let De=we>0,st=Ge-we-(De?ot:0);Le=B(Qu(st,Y,k)),xe=(G==0?Le/2:G==$?0:Le)-G*$*((G==0?D/2:0)+(De?ot/2:0));let ke={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},vt=Ke?null:new Path2D,gt=null;if(fe!=null)gt=f.data[fe.series[1]];else{let{y0:Se,y1:qe}=c;Se!=null&&qe!=null&&(E=qe.values(f,m,y,g),gt=Se.values(f,m,y,g))}let Mt=z*Le,F=ce*Le;for(let Se=$==1?y:g;Se>=y&&Se<=g;Se+=$){let qe=E[Se];if(qe==null)continue;if(gt!=null){let q=gt[Se]??0;if(qe-q==0)continue;ge=_(q,C,I,U)}let pt=v.distr!=2||c!=null?S[Se]:Se,Te=A(pt,v,P,T),Vt=_(Ft(qe,ee),C,I,U),$e=B(Te-xe),et=B(ti(Vt,ge)),R=B(Gi(Vt,ge)),M=et-R;if(qe!=null){let q=qe<0?F:Mt,de=qe<0?Mt:F;Ke?(ot>0&&ae[Se]!=null&&Q(ve.get(ae[Se]),$e,R+mi(ot/2),Le,ti(0,M-ot),q,de),lt[Se]!=null&&Q(at.get(lt[Se]),$e,R+mi(ot/2),Le,ti(0,M-ot),q,de)):Q(vt,$e,R+mi(ot/2),Le,ti(0,M-ot),q,de),te(f,m,Se,$e-ot/2,R,Le+ot,M)}}return ot>0?ke.stroke=Ke?ve:vt:Ke||(ke._fill=p.width==0?p._fill:p._stroke??p._fill,ke.width=0),ke.fill=Ke?at:vt,ke})}function Dy(n,e){let t=Ft(e?.alignGaps,0);return(i,s,r,a)=>br(i,s,(o,l,c,h,u,d,f,m,y,g,p)=>{[r,a]=Hl(c,r,a);let S=o.pxRound,E=z=>S(d(z,h,g,m)),v=z=>S(f(z,u,p,y)),C,A,_;h.ori==0?(C=Zl,_=ua,A=_g):(C=$l,_=da,A=xg);let T=h.dir*(h.ori==0?1:-1),U=E(l[T==1?r:a]),P=U,I=[],B=[];for(let z=T==1?r:a;z>=r&&z<=a;z+=T)if(c[z]!=null){let $=l[z],Q=E($);I.push(P=Q),B.push(v(c[z]))}let G={stroke:n(I,B,C,_,A,S),fill:null,clip:null,band:null,gaps:null,flags:ca},D=G.stroke,[k,Y]=gd(i,s);if(o.fill!=null||k!=0){let z=G.fill=new Path2D(D),ce=o.fillTo(i,s,o.min,o.max,k),$=v(ce);_(z,P,$),_(z,U,$)}if(!o.spanGaps){let z=[];z.push(..._d(l,c,r,a,T,E,t)),G.gaps=z=o.gaps(i,s,r,a,z),G.clip=Yl(z,h.ori,m,y,g,p)}return Y!=0&&(G.band=Y==2?[ws(i,s,r,a,D,-1),ws(i,s,r,a,D,1)]:ws(i,s,r,a,D,Y)),G})}function Ny(n){return Dy(Uy,n)}function Uy(n,e,t,i,s,r){let a=n.length;if(a<2)return null;let o=new Path2D;if(t(o,n[0],e[0]),a==2)i(o,n[1],e[1]);else{let l=Array(a),c=Array(a-1),h=Array(a-1),u=Array(a-1);for(let d=0;d<a-1;d++)h[d]=e[d+1]-e[d],u[d]=n[d+1]-n[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<a-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[a-1]=c[a-2];for(let d=0;d<a-1;d++)s(o,n[d]+u[d]/3,e[d]+l[d]*u[d]/3,n[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,n[d+1],e[d+1])}return o}var id=new Set;function Fm(){for(let n of id)n.syncRect(!0)}ha&&(Sr(mv,ra,Fm),Sr(gv,ra,Fm,!0),Sr(zl,ra,()=>{Rn.pxRatio=Bt}));var Fy=Sg(),Oy=vg();function Om(n,e,t,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((r,a)=>sd(r,a,e,t))}function By(n,e){return n.map((t,i)=>i==0?{}:bn({},e,t))}function sd(n,e,t,i){return bn({},e==0?t:i,n)}function Mg(n,e,t){return e==null?oa:[e,t]}var ky=Mg;function zy(n,e,t){return e==null?oa:Vl(e,t,cd,!0)}function bg(n,e,t,i){return e==null?oa:Wl(e,t,n.scales[i].log,!1)}var Vy=bg;function wg(n,e,t,i){return e==null?oa:ld(e,t,n.scales[i].log,!1)}var Gy=wg;function Hy(n,e,t,i,s){let r=ti(mm(n),mm(e)),a=e-n,o=Vi(s/i*a,t);do{let l=t[o],c=i*l/a;if(c>=s&&r+(l<5?Zs.get(l):0)<=17)return[l,c]}while(++o<t.length);return[0,0]}function Bm(n){let e,t;return n=n.replace(/(\d+)px/,(i,s)=>(e=An((t=+s)*Bt))+"px"),[n,e,t]}function Wy(n){n.show&&[n.font,n.labelFont].forEach(e=>{let t=Jt(e[2]*Bt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Rn(n,e,t){let i={mode:Ft(n.mode,1)},s=i.mode;function r(x,b,L,N){let W=b.valToPct(x);return N+L*(b.dir==-1?1-W:W)}function a(x,b,L,N){let W=b.valToPct(x);return N+L*(b.dir==-1?W:1-W)}function o(x,b,L,N){return b.ori==0?r(x,b,L,N):a(x,b,L,N)}i.valToPosH=r,i.valToPosV=a;let l=!1;i.status=0;let c=i.root=Ri(Kx);if(n.id!=null&&(c.id=n.id),pi(c,n.class),n.title){let x=Ri(ev,c);x.textContent=n.title}let h=zi("canvas"),u=i.ctx=h.getContext("2d"),d=Ri(tv,c);Sr("click",d,x=>{x.target===m&&(jt!=Jr||an!=Kr)&&Gn.click(i,x)},!0);let f=i.under=Ri(nv,d);d.appendChild(h);let m=i.over=Ri(iv,d);n=la(n);let y=+Ft(n.pxAlign,1),g=Nm(y);(n.plugins||[]).forEach(x=>{x.opts&&(n=x.opts(i,n)||n)});let p=n.ms||.001,S=i.series=s==1?Om(n.series||[],Am,Lm,!1):By(n.series||[null],Im),E=i.axes=Om(n.axes||[],Em,Rm,!0),v=i.scales={},C=i.bands=n.bands||[];C.forEach(x=>{x.fill=It(x.fill||null),x.dir=Ft(x.dir,-1)});let A=s==2?S[1].facets[0].scale:S[0].scale,_={axes:Ss,series:Ct},T=(n.drawOrder||["axes","series"]).map(x=>_[x]);function U(x){let b=x.distr==3?L=>bs(L>0?L:x.clamp(i,L,x.min,x.max,x.key)):x.distr==4?L=>Xu(L,x.asinh):x.distr==100?L=>x.fwd(L):L=>L;return L=>{let N=b(L),{_min:W,_max:K}=x,le=K-W;return(N-W)/le}}function P(x){let b=v[x];if(b==null){let L=(n.scales||vo)[x]||vo;if(L.from!=null){P(L.from);let N=bn({},v[L.from],L,{key:x});N.valToPct=U(N),v[x]=N}else{b=v[x]=bn({},x==A?dg:Ey,L),b.key=x;let N=b.time,W=b.range,K=Ys(W);if((x!=A||s==2&&!N)&&(K&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?dm:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?dm:{mode:1,hard:W[1],soft:W[1]}},K=!1),!K&&ql(W))){let le=W;W=(pe,Ae,ze)=>Ae==null?oa:Vl(Ae,ze,le)}b.range=It(W||(N?ky:x==A?b.distr==3?Vy:b.distr==4?Gy:Mg:b.distr==3?bg:b.distr==4?wg:zy)),b.auto=It(K?!1:b.auto),b.clamp=It(b.clamp||Ty),b._min=b._max=null,b.valToPct=U(b)}}}P("x"),P("y"),s==1&&S.forEach(x=>{P(x.scale)}),E.forEach(x=>{P(x.scale)});for(let x in n.scales)P(x);let I=v[A],B=I.distr,G,D;I.ori==0?(pi(c,jx),G=r,D=a):(pi(c,Qx),G=a,D=r);let k={};for(let x in v){let b=v[x];(b.min!=null||b.max!=null)&&(k[x]={min:b.min,max:b.max},b.min=b.max=null)}let Y=n.tzDate||(x=>new Date(An(x/p))),z=n.fmtDate||dd,ce=p==1?jv(Y):ty(Y),$=bm(Y,Mm(p==1?Kv:ey,z)),Q=Tm(Y,wm(iy,z)),te=[],fe=i.legend=bn({},ay,n.legend),he=i.cursor=bn({},dy,{drag:{y:s==2}},n.cursor),ee=fe.show,ge=he.show,xe=fe.markers;fe.idxs=te,xe.width=It(xe.width),xe.dash=It(xe.dash),xe.stroke=It(xe.stroke),xe.fill=It(xe.fill);let Le,we,Ge,ot=[],Ke=[],lt,at=!1,ae={};if(fe.live){let x=S[1]?S[1].values:null;at=x!=null,lt=at?x(i,1,0):{_:0};for(let b in lt)ae[b]=ad}if(ee)if(Le=zi("table",cv,c),Ge=zi("tbody",null,Le),fe.mount(i,Le),at){we=zi("thead",null,Le,Ge);let x=zi("tr",null,we);zi("th",null,x);for(var ve in lt)zi("th",Qp,x).textContent=ve}else pi(Le,uv),fe.live&&pi(Le,hv);let _e={show:!0},Be={show:!1};function De(x,b){if(b==0&&(at||!fe.live||s==2))return oa;let L=[],N=zi("tr",dv,Ge,Ge.childNodes[b]);pi(N,x.class),x.show||pi(N,yr);let W=zi("th",null,N);if(xe.show){let pe=Ri(fv,W);if(b>0){let Ae=xe.width(i,b);Ae&&(pe.style.border=Ae+"px "+xe.dash(i,b)+" "+xe.stroke(i,b)),pe.style.background=xe.fill(i,b)}}let K=Ri(Qp,W);x.label instanceof HTMLElement?K.appendChild(x.label):K.textContent=x.label,b>0&&(xe.show||(K.style.color=x.width>0?xe.stroke(i,b):xe.fill(i,b)),ke("click",W,pe=>{if(he._lock)return;ht(pe);let Ae=S.indexOf(x);if((pe.ctrlKey||pe.metaKey)!=fe.isolate){let ze=S.some((Ve,Xe)=>Xe>0&&Xe!=Ae&&Ve.show);S.forEach((Ve,Xe)=>{Xe>0&&es(Xe,ze?Xe==Ae?_e:Be:_e,!0,Mn.setSeries)})}else es(Ae,{show:!x.show},!0,Mn.setSeries)},!1),ut&&ke(im,W,pe=>{he._lock||(ht(pe),es(S.indexOf(x),Qr,!0,Mn.setSeries))},!1));for(var le in lt){let pe=zi("td",pv,N);pe.textContent="--",L.push(pe)}return[N,L]}let st=new Map;function ke(x,b,L,N=!0){let W=st.get(b)||{},K=he.bind[x](i,b,L,N);K&&(Sr(x,b,W[x]=K),st.set(b,W))}function vt(x,b,L){let N=st.get(b)||{};for(let W in N)(x==null||W==x)&&(ju(W,b,N[W]),delete N[W]);x==null&&st.delete(b)}let gt=0,Mt=0,F=0,Se=0,qe=0,pt=0,Te=qe,Vt=pt,$e=F,et=Se,R=0,M=0,q=0,de=0;i.bbox={};let oe=!1,Me=!1,Ee=!1,ne=!1,se=!1,me=!1;function O(x,b,L){(L||x!=i.width||b!=i.height)&&re(x,b),bt(!1),Ee=!0,Me=!0,Wn()}function re(x,b){i.width=gt=F=x,i.height=Mt=Se=b,qe=pt=0,Ce(),je();let L=i.bbox;R=L.left=xr(qe*Bt,.5),M=L.top=xr(pt*Bt,.5),q=L.width=xr(F*Bt,.5),de=L.height=xr(Se*Bt,.5)}let ie=3;function Re(){let x=!1,b=0;for(;!x;){b++;let L=Yr(b),N=Qi(b);x=b==ie||L&&N,x||(re(i.width,i.height),Me=!0)}}function ye({width:x,height:b}){O(x,b)}i.setSize=ye;function Ce(){let x=!1,b=!1,L=!1,N=!1;E.forEach((W,K)=>{if(W.show&&W._show){let{side:le,_size:pe}=W,Ae=le%2,ze=W.label!=null?W.labelSize:0,Ve=pe+ze;Ve>0&&(Ae?(F-=Ve,le==3?(qe+=Ve,N=!0):L=!0):(Se-=Ve,le==0?(pt+=Ve,x=!0):b=!0))}}),Ki[0]=x,Ki[1]=L,Ki[2]=b,Ki[3]=N,F-=Oi[1]+Oi[3],qe+=Oi[3],Se-=Oi[2]+Oi[0],pt+=Oi[0]}function je(){let x=qe+F,b=pt+Se,L=qe,N=pt;function W(K,le){switch(K){case 1:return x+=le,x-le;case 2:return b+=le,b-le;case 3:return L-=le,L+le;case 0:return N-=le,N+le}}E.forEach((K,le)=>{if(K.show&&K._show){let pe=K.side;K._pos=W(pe,K._size),K.label!=null&&(K._lpos=W(pe,K.labelSize))}})}if(he.dataIdx==null){let x=he.hover,b=x.skip=new Set(x.skip??[]);b.add(void 0);let L=x.prox=It(x.prox),N=x.bias??=0;he.dataIdx=(W,K,le,pe)=>{if(K==0)return le;let Ae=le,ze=L(W,K,le,pe)??$t,Ve=ze>=0&&ze<$t,Xe=I.ori==0?F:Se,xt=he.left,Ot=e[0],Ut=e[K];if(b.has(Ut[le])){Ae=null;let Rt=null,ct=null,Qe;if(N==0||N==-1)for(Qe=le;Rt==null&&Qe-- >0;)b.has(Ut[Qe])||(Rt=Qe);if(N==0||N==1)for(Qe=le;ct==null&&Qe++<Ut.length;)b.has(Ut[Qe])||(ct=Qe);if(Rt!=null||ct!=null)if(Ve){let en=Rt==null?-1/0:G(Ot[Rt],I,Xe,0),pn=ct==null?1/0:G(Ot[ct],I,Xe,0),On=xt-en,Yt=pn-xt;On<=Yt?On<=ze&&(Ae=Rt):Yt<=ze&&(Ae=ct)}else Ae=ct==null?Rt:Rt==null?ct:le-Rt<=ct-le?Rt:ct}else Ve&&Cn(xt-G(Ot[le],I,Xe,0))>ze&&(Ae=null);return Ae}}let ht=x=>{he.event=x};he.idxs=te,he._lock=!1;let ue=he.points;ue.show=It(ue.show),ue.size=It(ue.size),ue.stroke=It(ue.stroke),ue.width=It(ue.width),ue.fill=It(ue.fill);let Ye=i.focus=bn({},n.focus||{alpha:.3},he.focus),ut=Ye.prox>=0,Ne=ut&&ue.one,yt=[],Kt=[],Jn=[];function so(x,b){let L=ue.show(i,b);if(L instanceof HTMLElement)return pi(L,lv),pi(L,x.class),rs(L,-10,-10,F,Se),m.insertBefore(L,yt[b]),L}function Wr(x,b){if(s==1||b>0){let L=s==1&&v[x.scale].time,N=x.value;x.value=L?xm(N)?Tm(Y,wm(N,z)):N||Q:N||My,x.label=x.label||(L?py:fy)}if(Ne||b>0){x.width=x.width==null?1:x.width,x.paths=x.paths||Fy||Ev,x.fillTo=It(x.fillTo||Ay),x.pxAlign=+Ft(x.pxAlign,y),x.pxRound=Nm(x.pxAlign),x.stroke=It(x.stroke||null),x.fill=It(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let L=by(ti(1,x.width),1),N=x.points=bn({},{size:L,width:ti(1,L*.2),stroke:x.stroke,space:L*2,paths:Oy,_stroke:null,_fill:null},x.points);N.show=It(N.show),N.filter=It(N.filter),N.fill=It(N.fill),N.stroke=It(N.stroke),N.paths=It(N.paths),N.pxAlign=x.pxAlign}if(ee){let L=De(x,b);ot.splice(b,0,L[0]),Ke.splice(b,0,L[1]),fe.values.push(null)}if(ge){te.splice(b,0,null);let L=null;Ne?b==0&&(L=so(x,b)):b>0&&(L=so(x,b)),yt.splice(b,0,L),Kt.splice(b,0,0),Jn.splice(b,0,0)}Fn("addSeries",b)}function Ru(x,b){b=b??S.length,x=s==1?sd(x,b,Am,Lm):sd(x,b,{},Im),S.splice(b,0,x),Wr(S[b],b)}i.addSeries=Ru;function Il(x){if(S.splice(x,1),ee){fe.values.splice(x,1),Ke.splice(x,1);let b=ot.splice(x,1)[0];vt(null,b.firstChild),b.remove()}ge&&(te.splice(x,1),yt.splice(x,1)[0].remove(),Kt.splice(x,1),Jn.splice(x,1)),Fn("delSeries",x)}i.delSeries=Il;let Ki=[!1,!1,!1,!1];function xs(x,b){if(x._show=x.show,x.show){let L=x.side%2,N=v[x.scale];N==null&&(x.scale=L?S[1].scale:A,N=v[x.scale]);let W=N.time;x.size=It(x.size),x.space=It(x.space),x.rotate=It(x.rotate),Ys(x.incrs)&&x.incrs.forEach(le=>{!Zs.has(le)&&Zs.set(le,Ym(le))}),x.incrs=It(x.incrs||(N.distr==2?Zv:W?p==1?Jv:Qv:vr)),x.splits=It(x.splits||(W&&N.distr==1?ce:N.distr==3?ed:N.distr==4?_y:gy)),x.stroke=It(x.stroke),x.grid.stroke=It(x.grid.stroke),x.ticks.stroke=It(x.ticks.stroke),x.border.stroke=It(x.border.stroke);let K=x.values;x.values=Ys(K)&&!Ys(K[0])?It(K):W?Ys(K)?bm(Y,Mm(K,z)):xm(K)?ny(Y,K):K||$:K||my,x.filter=It(x.filter||(N.distr>=3&&N.log==10?yy:N.distr==3&&N.log==2?Sy:Xm)),x.font=Bm(x.font),x.labelFont=Bm(x.labelFont),x._size=x.size(i,null,b,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Ki[b]=!0,x._el=Ri(sv,d))}}function vs(x,b,L,N){let[W,K,le,pe]=L,Ae=b%2,ze=0;return Ae==0&&(pe||K)&&(ze=b==0&&!W||b==2&&!le?An(Em.size/3):0),Ae==1&&(W||le)&&(ze=b==1&&!K||b==3&&!pe?An(Rm.size/2):0),ze}let ro=i.padding=(n.padding||[vs,vs,vs,vs]).map(x=>It(Ft(x,vs))),Oi=i._padding=ro.map((x,b)=>x(i,b,Ki,0)),dn,_n=null,xn=null,ji=s==1?S[0].idxs:null,hi=null,zs=!1;function ao(x,b){if(e=x??[],i.data=i._data=e,s==2){dn=0;for(let L=1;L<S.length;L++)dn+=e[L][0].length}else{e.length==0&&(i.data=i._data=e=[[]]),hi=e[0],dn=hi.length;let L=e;if(B==2){L=e.slice();let N=L[0]=Array(dn);for(let W=0;W<dn;W++)N[W]=W}i._data=e=L}if(bt(!0),Fn("setData"),B==2&&(Ee=!0),b!==!1){let L=I;L.auto(i,zs)?oo():Hs(A,L.min,L.max),ne=ne||he.left>=0,me=!0,Wn()}}i.setData=ao;function oo(){zs=!0;let x,b;s==1&&(dn>0?(_n=ji[0]=0,xn=ji[1]=dn-1,x=e[0][_n],b=e[0][xn],B==2?(x=_n,b=xn):x==b&&(B==3?[x,b]=Wl(x,x,I.log,!1):B==4?[x,b]=ld(x,x,I.log,!1):I.time?b=x+An(86400/p):[x,b]=Vl(x,b,cd,!0))):(_n=ji[0]=x=null,xn=ji[1]=b=null)),Hs(A,x,b)}let Xr,Vs,qr,w,V,j,Z,J,Pe,Ue;function Ie(x,b,L,N,W,K){x??=tm,L??=ud,N??="butt",W??=tm,K??="round",x!=Xr&&(u.strokeStyle=Xr=x),W!=Vs&&(u.fillStyle=Vs=W),b!=qr&&(u.lineWidth=qr=b),K!=V&&(u.lineJoin=V=K),N!=j&&(u.lineCap=j=N),L!=w&&u.setLineDash(w=L)}function Fe(x,b,L,N){b!=Vs&&(u.fillStyle=Vs=b),x!=Z&&(u.font=Z=x),L!=J&&(u.textAlign=J=L),N!=Pe&&(u.textBaseline=Pe=N)}function Je(x,b,L,N,W=0){if(N.length>0&&x.auto(i,zs)&&(b==null||b.min==null)){let K=Ft(_n,0),le=Ft(xn,N.length-1),pe=L.min==null?yv(N,K,le,W,x.distr==3):[L.min,L.max];x.min=Gi(x.min,L.min=pe[0]),x.max=ti(x.max,L.max=pe[1])}}let mt={min:null,max:null};function At(){for(let N in v){let W=v[N];k[N]==null&&(W.min==null||k[A]!=null&&W.auto(i,zs))&&(k[N]=mt)}for(let N in v){let W=v[N];k[N]==null&&W.from!=null&&k[W.from]!=null&&(k[N]=mt)}k[A]!=null&&bt(!0);let x={};for(let N in k){let W=k[N];if(W!=null){let K=x[N]=la(v[N],Rv);if(W.min!=null)bn(K,W);else if(N!=A||s==2)if(dn==0&&K.from==null){let le=K.range(i,null,null,N);K.min=le[0],K.max=le[1]}else K.min=$t,K.max=-$t}}if(dn>0){S.forEach((N,W)=>{if(s==1){let K=N.scale,le=k[K];if(le==null)return;let pe=x[K];if(W==0){let Ae=pe.range(i,pe.min,pe.max,K);pe.min=Ae[0],pe.max=Ae[1],_n=Vi(pe.min,e[0]),xn=Vi(pe.max,e[0]),xn-_n>1&&(e[0][_n]<pe.min&&_n++,e[0][xn]>pe.max&&xn--),N.min=hi[_n],N.max=hi[xn]}else N.show&&N.auto&&Je(pe,le,N,e[W],N.sorted);N.idxs[0]=_n,N.idxs[1]=xn}else if(W>0&&N.show&&N.auto){let[K,le]=N.facets,pe=K.scale,Ae=le.scale,[ze,Ve]=e[W],Xe=x[pe],xt=x[Ae];Xe!=null&&Je(Xe,k[pe],K,ze,K.sorted),xt!=null&&Je(xt,k[Ae],le,Ve,le.sorted),N.min=le.min,N.max=le.max}});for(let N in x){let W=x[N],K=k[N];if(W.from==null&&(K==null||K.min==null)){let le=W.range(i,W.min==$t?null:W.min,W.max==-$t?null:W.max,N);W.min=le[0],W.max=le[1]}}}for(let N in x){let W=x[N];if(W.from!=null){let K=x[W.from];if(K.min==null)W.min=W.max=null;else{let le=W.range(i,K.min,K.max,N);W.min=le[0],W.max=le[1]}}}let b={},L=!1;for(let N in x){let W=x[N],K=v[N];if(K.min!=W.min||K.max!=W.max){K.min=W.min,K.max=W.max;let le=K.distr;K._min=le==3?bs(K.min):le==4?Xu(K.min,K.asinh):le==100?K.fwd(K.min):K.min,K._max=le==3?bs(K.max):le==4?Xu(K.max,K.asinh):le==100?K.fwd(K.max):K.max,b[N]=L=!0}}if(L){S.forEach((N,W)=>{s==2?W>0&&b.y&&(N._paths=null):b[N.scale]&&(N._paths=null)});for(let N in b)Ee=!0,Fn("setScale",N);ge&&he.left>=0&&(ne=me=!0)}for(let N in k)k[N]=null}function Ze(x){let b=Qu(_n-1,0,dn-1),L=Qu(xn+1,0,dn-1);for(;x[b]==null&&b>0;)b--;for(;x[L]==null&&L<dn-1;)L++;return[b,L]}function Ct(){if(dn>0){let x=S.some(b=>b._focus)&&Ue!=Ye.alpha;x&&(u.globalAlpha=Ue=Ye.alpha),S.forEach((b,L)=>{if(L>0&&b.show&&(ln(L,!1),ln(L,!0),b._paths==null)){let N=Ue;Ue!=b.alpha&&(u.globalAlpha=Ue=b.alpha);let W=s==2?[0,e[L][0].length-1]:Ze(e[L]);b._paths=b.paths(i,L,W[0],W[1]),Ue!=N&&(u.globalAlpha=Ue=N)}}),S.forEach((b,L)=>{if(L>0&&b.show){let N=Ue;Ue!=b.alpha&&(u.globalAlpha=Ue=b.alpha),b._paths!=null&&Wt(L,!1);{let W=b._paths!=null?b._paths.gaps:null,K=b.points.show(i,L,_n,xn,W),le=b.points.filter(i,L,K,W);(K||le)&&(b.points._paths=b.points.paths(i,L,_n,xn,le),Wt(L,!0))}Ue!=N&&(u.globalAlpha=Ue=N),Fn("drawSeries",L)}}),x&&(u.globalAlpha=Ue=1)}}function ln(x,b){let L=b?S[x].points:S[x];L._stroke=L.stroke(i,x),L._fill=L.fill(i,x)}function Wt(x,b){let L=b?S[x].points:S[x],{stroke:N,fill:W,clip:K,flags:le,_stroke:pe=L._stroke,_fill:Ae=L._fill,_width:ze=L.width}=L._paths;ze=Jt(ze*Bt,3);let Ve=null,Xe=ze%2/2;b&&Ae==null&&(Ae=ze>0?"#fff":pe);let xt=L.pxAlign==1&&Xe>0;if(xt&&u.translate(Xe,Xe),!b){let Ot=R-ze/2,Ut=M-ze/2,Rt=q+ze,ct=de+ze;Ve=new Path2D,Ve.rect(Ot,Ut,Rt,ct)}b?He(pe,ze,L.dash,L.cap,Ae,N,W,le,K):Xt(x,pe,ze,L.dash,L.cap,Ae,N,W,le,Ve,K),xt&&u.translate(-Xe,-Xe)}function Xt(x,b,L,N,W,K,le,pe,Ae,ze,Ve){let Xe=!1;Ae!=0&&C.forEach((xt,Ot)=>{if(xt.series[0]==x){let Ut=S[xt.series[1]],Rt=e[xt.series[1]],ct=(Ut._paths||vo).band;Ys(ct)&&(ct=xt.dir==1?ct[0]:ct[1]);let Qe,en=null;Ut.show&&ct&&Mv(Rt,_n,xn)?(en=xt.fill(i,Ot)||K,Qe=Ut._paths.clip):ct=null,He(b,L,N,W,en,le,pe,Ae,ze,Ve,Qe,ct),Xe=!0}}),Xe||He(b,L,N,W,K,le,pe,Ae,ze,Ve)}let En=ca|nd;function He(x,b,L,N,W,K,le,pe,Ae,ze,Ve,Xe){Ie(x,b,L,N,W),(Ae||ze||Xe)&&(u.save(),Ae&&u.clip(Ae),ze&&u.clip(ze)),Xe?(pe&En)==En?(u.clip(Xe),Ve&&u.clip(Ve),Pt(W,le),vn(x,K,b)):pe&nd?(Pt(W,le),u.clip(Xe),vn(x,K,b)):pe&ca&&(u.save(),u.clip(Xe),Ve&&u.clip(Ve),Pt(W,le),u.restore(),vn(x,K,b)):(Pt(W,le),vn(x,K,b)),(Ae||ze||Xe)&&u.restore()}function vn(x,b,L){L>0&&(b instanceof Map?b.forEach((N,W)=>{u.strokeStyle=Xr=W,u.stroke(N)}):b!=null&&x&&u.stroke(b))}function Pt(x,b){b instanceof Map?b.forEach((L,N)=>{u.fillStyle=Vs=N,u.fill(L)}):b!=null&&x&&u.fill(b)}function ys(x,b,L,N){let W=E[x],K;if(N<=0)K=[0,0];else{let le=W._space=W.space(i,x,b,L,N),pe=W._incrs=W.incrs(i,x,b,L,N,le);K=Hy(b,L,pe,N,le)}return W._found=K}function yn(x,b,L,N,W,K,le,pe,Ae,ze){let Ve=le%2/2;y==1&&u.translate(Ve,Ve),Ie(pe,le,Ae,ze,pe),u.beginPath();let Xe,xt,Ot,Ut,Rt=W+(N==0||N==3?-K:K);L==0?(xt=W,Ut=Rt):(Xe=W,Ot=Rt);for(let ct=0;ct<x.length;ct++)b[ct]!=null&&(L==0?Xe=Ot=x[ct]:xt=Ut=x[ct],u.moveTo(Xe,xt),u.lineTo(Ot,Ut));u.stroke(),y==1&&u.translate(-Ve,-Ve)}function Yr(x){let b=!0;return E.forEach((L,N)=>{if(!L.show)return;let W=v[L.scale];if(W.min==null){L._show&&(b=!1,L._show=!1,bt(!1));return}else L._show||(b=!1,L._show=!0,bt(!1));let K=L.side,le=K%2,{min:pe,max:Ae}=W,[ze,Ve]=ys(N,pe,Ae,le==0?F:Se);if(Ve==0)return;let Xe=W.distr==2,xt=L._splits=L.splits(i,N,pe,Ae,ze,Ve,Xe),Ot=W.distr==2?xt.map(Qe=>hi[Qe]):xt,Ut=W.distr==2?hi[xt[1]]-hi[xt[0]]:ze,Rt=L._values=L.values(i,L.filter(i,Ot,N,Ve,Ut),N,Ve,Ut);L._rotate=K==2?L.rotate(i,Rt,N,Ve):0;let ct=L._size;L._size=Pi(L.size(i,Rt,N,x)),ct!=null&&L._size!=ct&&(b=!1)}),b}function Qi(x){let b=!0;return ro.forEach((L,N)=>{let W=L(i,N,Ki,x);W!=Oi[N]&&(b=!1),Oi[N]=W}),b}function Ss(){for(let x=0;x<E.length;x++){let b=E[x];if(!b.show||!b._show)continue;let L=b.side,N=L%2,W,K,le=b.stroke(i,x),pe=L==0||L==3?-1:1,[Ae,ze]=b._found;if(b.label!=null){let Qn=b.labelGap*pe,fi=An((b._lpos+Qn)*Bt);Fe(b.labelFont[0],le,"center",L==2?"top":em),u.save(),N==1?(W=K=0,u.translate(fi,An(M+de/2)),u.rotate((L==3?-kl:kl)/2)):(W=An(R+q/2),K=fi);let gr=Hm(b.label)?b.label(i,x,Ae,ze):b.label;u.fillText(gr,W,K),u.restore()}if(ze==0)continue;let Ve=v[b.scale],Xe=N==0?q:de,xt=N==0?R:M,Ot=b._splits,Ut=Ve.distr==2?Ot.map(Qn=>hi[Qn]):Ot,Rt=Ve.distr==2?hi[Ot[1]]-hi[Ot[0]]:Ae,ct=b.ticks,Qe=b.border,en=ct.show?ct.size:0,pn=An(en*Bt),On=An((b.alignTo==2?b._size-en-b.gap:b.gap)*Bt),Yt=b._rotate*-kl/180,mn=g(b._pos*Bt),ui=(pn+On)*pe,jn=mn+ui;K=N==0?jn:0,W=N==1?jn:0;let Ai=b.font[0],Bi=b.align==1?ia:b.align==2?Gu:Yt>0?ia:Yt<0?Gu:N==0?"center":L==3?Gu:ia,ns=Yt||N==1?"middle":L==2?"top":em;Fe(Ai,le,Bi,ns);let di=b.font[1]*b.lineGap,Ci=Ot.map(Qn=>g(o(Qn,Ve,Xe,xt))),ki=b._values;for(let Qn=0;Qn<ki.length;Qn++){let fi=ki[Qn];if(fi!=null){N==0?W=Ci[Qn]:K=Ci[Qn],fi=""+fi;let gr=fi.indexOf(`
`)==-1?[fi]:fi.split(/\n/gm);for(let ei=0;ei<gr.length;ei++){let Jp=gr[ei];Yt?(u.save(),u.translate(W,K+ei*di),u.rotate(Yt),u.fillText(Jp,0,0),u.restore()):u.fillText(Jp,W,K+ei*di)}}}ct.show&&yn(Ci,ct.filter(i,Ut,x,ze,Rt),N,L,mn,pn,Jt(ct.width*Bt,3),ct.stroke(i,x),ct.dash,ct.cap);let is=b.grid;is.show&&yn(Ci,is.filter(i,Ut,x,ze,Rt),N,N==0?2:1,N==0?M:R,N==0?de:q,Jt(is.width*Bt,3),is.stroke(i,x),is.dash,is.cap),Qe.show&&yn([mn],[1],N==0?1:0,N==0?1:2,N==1?M:R,N==1?de:q,Jt(Qe.width*Bt,3),Qe.stroke(i,x),Qe.dash,Qe.cap)}Fn("drawAxes")}function bt(x){S.forEach((b,L)=>{L>0&&(b._paths=null,x&&(s==1?(b.min=null,b.max=null):b.facets.forEach(N=>{N.min=null,N.max=null})))})}let fn=!1,Kn=!1,qt=[];function Sn(){Kn=!1;for(let x=0;x<qt.length;x++)Fn(...qt[x]);qt.length=0}function Wn(){fn||(Fv(Lp),fn=!0)}function Ll(x,b=!1){fn=!0,Kn=b,x(i),Lp(),b&&qt.length>0&&queueMicrotask(Sn)}i.batch=Ll;function Lp(){if(oe&&(At(),oe=!1),Ee&&(Re(),Ee=!1),Me){if(tn(f,ia,qe),tn(f,"top",pt),tn(f,mo,F),tn(f,go,Se),tn(m,ia,qe),tn(m,"top",pt),tn(m,mo,F),tn(m,go,Se),tn(d,mo,gt),tn(d,go,Mt),h.width=An(gt*Bt),h.height=An(Mt*Bt),E.forEach(({_el:x,_show:b,_size:L,_pos:N,side:W})=>{if(x!=null)if(b){let K=W===3||W===0?L:0,le=W%2==1;tn(x,le?"left":"top",N-K),tn(x,le?"width":"height",L),tn(x,le?"top":"left",le?pt:qe),tn(x,le?"height":"width",le?Se:F),Ku(x,yr)}else pi(x,yr)}),Xr=Vs=qr=V=j=Z=J=Pe=w=null,Ue=1,ho(!0),qe!=Te||pt!=Vt||F!=$e||Se!=et){bt(!1);let x=F/$e,b=Se/et;if(ge&&!ne&&he.left>=0){he.left*=x,he.top*=b,Zr&&rs(Zr,An(he.left),0,F,Se),$r&&rs($r,0,An(he.top),F,Se);for(let L=0;L<yt.length;L++){let N=yt[L];N!=null&&(Kt[L]*=x,Jn[L]*=b,rs(N,Pi(Kt[L]),Pi(Jn[L]),F,Se))}}if(Qt.show&&!se&&Qt.left>=0&&Qt.width>0){Qt.left*=x,Qt.width*=x,Qt.top*=b,Qt.height*=b;for(let L in Uu)tn(jr,L,Qt[L])}Te=qe,Vt=pt,$e=F,et=Se}Fn("setSize"),Me=!1}gt>0&&Mt>0&&(u.clearRect(0,0,h.width,h.height),Fn("drawClear"),T.forEach(x=>x()),Fn("draw")),Qt.show&&se&&(Dl(Qt),se=!1),ge&&ne&&(mr(null,!0,!1),ne=!1),fe.show&&fe.live&&me&&(Du(),me=!1),l||(l=!0,i.status=1,Fn("ready")),zs=!1,fn=!1}i.redraw=(x,b)=>{Ee=b||!1,x!==!1?Hs(A,I.min,I.max):Wn()};function Pu(x,b){let L=v[x];if(L.from==null){if(dn==0){let N=L.range(i,b.min,b.max,x);b.min=N[0],b.max=N[1]}if(b.min>b.max){let N=b.min;b.min=b.max,b.max=N}if(dn>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;x==A&&L.distr==2&&dn>0&&(b.min=Vi(b.min,e[0]),b.max=Vi(b.max,e[0]),b.min==b.max&&b.max++),k[x]=b,oe=!0,Wn()}}i.setScale=Pu;let Iu,Lu,Zr,$r,Dp,Np,Jr,Kr,Up,Fp,jt,an,Gs=!1,Gn=he.drag,Nn=Gn.x,Un=Gn.y;ge&&(he.x&&(Iu=Ri(av,m)),he.y&&(Lu=Ri(ov,m)),I.ori==0?(Zr=Iu,$r=Lu):(Zr=Lu,$r=Iu),jt=he.left,an=he.top);let Qt=i.select=bn({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),jr=Qt.show?Ri(rv,Qt.over?m:f):null;function Dl(x,b){if(Qt.show){for(let L in x)Qt[L]=x[L],L in Uu&&tn(jr,L,x[L]);b!==!1&&Fn("setSelect")}}i.setSelect=Dl;function Rx(x){if(S[x].show)ee&&Ku(ot[x],yr);else if(ee&&pi(ot[x],yr),ge){let L=Ne?yt[0]:yt[x];L!=null&&rs(L,-10,-10,F,Se)}}function Hs(x,b,L){Pu(x,{min:b,max:L})}function es(x,b,L,N){b.focus!=null&&Nx(x),b.show!=null&&S.forEach((W,K)=>{K>0&&(x==K||x==null)&&(W.show=b.show,Rx(K),s==2?(Hs(W.facets[0].scale,null,null),Hs(W.facets[1].scale,null,null)):Hs(W.scale,null,null),Wn())}),L!==!1&&Fn("setSeries",x,b),N&&uo("setSeries",i,x,b)}i.setSeries=es;function Px(x,b){bn(C[x],b)}function Ix(x,b){x.fill=It(x.fill||null),x.dir=Ft(x.dir,-1),b=b??C.length,C.splice(b,0,x)}function Lx(x){x==null?C.length=0:C.splice(x,1)}i.addBand=Ix,i.setBand=Px,i.delBand=Lx;function Dx(x,b){S[x].alpha=b,ge&&yt[x]!=null&&(yt[x].style.opacity=b),ee&&ot[x]&&(ot[x].style.opacity=b)}let Ms,Ws,pr,Qr={focus:!0};function Nx(x){if(x!=pr){let b=x==null,L=Ye.alpha!=1;S.forEach((N,W)=>{if(s==1||W>0){let K=b||W==0||W==x;N._focus=b?null:K,L&&Dx(W,K?1:Ye.alpha)}}),pr=x,L&&Wn()}}ee&&ut&&ke(sm,Le,x=>{he._lock||(ht(x),pr!=null&&es(null,Qr,!0,Mn.setSeries))});function ts(x,b,L){let N=v[b];L&&(x=x/Bt-(N.ori==1?pt:qe));let W=F;N.ori==1&&(W=Se,x=W-x),N.dir==-1&&(x=W-x);let K=N._min,le=N._max,pe=x/W,Ae=K+(le-K)*pe,ze=N.distr;return ze==3?aa(10,Ae):ze==4?wv(Ae,N.asinh):ze==100?N.bwd(Ae):Ae}function Ux(x,b){let L=ts(x,A,b);return Vi(L,e[0],_n,xn)}i.valToIdx=x=>Vi(x,e[0]),i.posToIdx=Ux,i.posToVal=ts,i.valToPos=(x,b,L)=>v[b].ori==0?r(x,v[b],L?q:F,L?R:0):a(x,v[b],L?de:Se,L?M:0),i.setCursor=(x,b,L)=>{jt=x.left,an=x.top,mr(null,b,L)};function Op(x,b){tn(jr,ia,Qt.left=x),tn(jr,mo,Qt.width=b)}function Bp(x,b){tn(jr,"top",Qt.top=x),tn(jr,go,Qt.height=b)}let lo=I.ori==0?Op:Bp,co=I.ori==1?Op:Bp;function Fx(){if(ee&&fe.live)for(let x=s==2?1:0;x<S.length;x++){if(x==0&&at)continue;let b=fe.values[x],L=0;for(let N in b)Ke[x][L++].firstChild.nodeValue=b[N]}}function Du(x,b){if(x!=null&&(x.idxs?x.idxs.forEach((L,N)=>{te[N]=L}):Cv(x.idx)||te.fill(x.idx),fe.idx=te[0]),ee&&fe.live){for(let L=0;L<S.length;L++)(L>0||s==1&&!at)&&Ox(L,te[L]);Fx()}me=!1,b!==!1&&Fn("setLegend")}i.setLegend=Du;function Ox(x,b){let L=S[x],N=x==0&&B==2?hi:e[x],W;at?W=L.values(i,x,b)??ae:(W=L.value(i,b==null?null:N[b],x,b),W=W==null?ae:{_:W}),fe.values[x]=W}function mr(x,b,L){Up=jt,Fp=an,[jt,an]=he.move(i,jt,an),he.left=jt,he.top=an,ge&&(Zr&&rs(Zr,An(jt),0,F,Se),$r&&rs($r,0,An(an),F,Se));let N,W=_n>xn;Ms=$t,Ws=null;let K=I.ori==0?F:Se,le=I.ori==1?F:Se;if(jt<0||dn==0||W){N=he.idx=null;for(let pe=0;pe<S.length;pe++){let Ae=yt[pe];Ae!=null&&rs(Ae,-10,-10,F,Se)}ut&&es(null,Qr,!0,x==null&&Mn.setSeries),fe.live&&(te.fill(N),me=!0)}else{let pe,Ae,ze;s==1&&(pe=I.ori==0?jt:an,Ae=ts(pe,A),N=he.idx=Vi(Ae,e[0],_n,xn),ze=G(e[0][N],I,K,0));let Ve=-10,Xe=-10,xt=0,Ot=0,Ut=!0,Rt="",ct="";for(let Qe=s==2?1:0;Qe<S.length;Qe++){let en=S[Qe],pn=te[Qe],On=pn==null?null:s==1?e[Qe][pn]:e[Qe][1][pn],Yt=he.dataIdx(i,Qe,N,Ae),mn=Yt==null?null:s==1?e[Qe][Yt]:e[Qe][1][Yt];if(me=me||mn!=On||Yt!=pn,te[Qe]=Yt,Qe>0&&en.show){let ui=Yt==null?-10:Yt==N?ze:G(s==1?e[0][Yt]:e[Qe][0][Yt],I,K,0),jn=mn==null?-10:D(mn,s==1?v[en.scale]:v[en.facets[1].scale],le,0);if(ut&&mn!=null){let Ai=I.ori==1?jt:an,Bi=Cn(Ye.dist(i,Qe,Yt,jn,Ai));if(Bi<Ms){let ns=Ye.bias;if(ns!=0){let di=ts(Ai,en.scale),Ci=mn>=0?1:-1,ki=di>=0?1:-1;ki==Ci&&(ki==1?ns==1?mn>=di:mn<=di:ns==1?mn<=di:mn>=di)&&(Ms=Bi,Ws=Qe)}else Ms=Bi,Ws=Qe}}if(me||Ne){let Ai,Bi;I.ori==0?(Ai=ui,Bi=jn):(Ai=jn,Bi=ui);let ns,di,Ci,ki,is,Qn,fi=!0,gr=ue.bbox;if(gr!=null){fi=!1;let ei=gr(i,Qe);Ci=ei.left,ki=ei.top,ns=ei.width,di=ei.height}else Ci=Ai,ki=Bi,ns=di=ue.size(i,Qe);if(Qn=ue.fill(i,Qe),is=ue.stroke(i,Qe),Ne)Qe==Ws&&Ms<=Ye.prox&&(Ve=Ci,Xe=ki,xt=ns,Ot=di,Ut=fi,Rt=Qn,ct=is);else{let ei=yt[Qe];ei!=null&&(Kt[Qe]=Ci,Jn[Qe]=ki,um(ei,ns,di,fi),cm(ei,Qn,is),rs(ei,Pi(Ci),Pi(ki),F,Se))}}}}if(Ne){let Qe=Ye.prox,en=pr==null?Ms<=Qe:Ms>Qe||Ws!=pr;if(me||en){let pn=yt[0];pn!=null&&(Kt[0]=Ve,Jn[0]=Xe,um(pn,xt,Ot,Ut),cm(pn,Rt,ct),rs(pn,Pi(Ve),Pi(Xe),F,Se))}}}if(Qt.show&&Gs)if(x!=null){let[pe,Ae]=Mn.scales,[ze,Ve]=Mn.match,[Xe,xt]=x.cursor.sync.scales,Ot=x.cursor.drag;if(Nn=Ot._x,Un=Ot._y,Nn||Un){let{left:Ut,top:Rt,width:ct,height:Qe}=x.select,en=x.scales[Xe].ori,pn=x.posToVal,On,Yt,mn,ui,jn,Ai=pe!=null&&ze(pe,Xe),Bi=Ae!=null&&Ve(Ae,xt);Ai&&Nn?(en==0?(On=Ut,Yt=ct):(On=Rt,Yt=Qe),mn=v[pe],ui=G(pn(On,Xe),mn,K,0),jn=G(pn(On+Yt,Xe),mn,K,0),lo(Gi(ui,jn),Cn(jn-ui))):lo(0,K),Bi&&Un?(en==1?(On=Ut,Yt=ct):(On=Rt,Yt=Qe),mn=v[Ae],ui=D(pn(On,xt),mn,le,0),jn=D(pn(On+Yt,xt),mn,le,0),co(Gi(ui,jn),Cn(jn-ui))):co(0,le)}else Fu()}else{let pe=Cn(Up-Dp),Ae=Cn(Fp-Np);if(I.ori==1){let xt=pe;pe=Ae,Ae=xt}Nn=Gn.x&&pe>=Gn.dist,Un=Gn.y&&Ae>=Gn.dist;let ze=Gn.uni;ze!=null?Nn&&Un&&(Nn=pe>=ze,Un=Ae>=ze,!Nn&&!Un&&(Ae>pe?Un=!0:Nn=!0)):Gn.x&&Gn.y&&(Nn||Un)&&(Nn=Un=!0);let Ve,Xe;Nn&&(I.ori==0?(Ve=Jr,Xe=jt):(Ve=Kr,Xe=an),lo(Gi(Ve,Xe),Cn(Xe-Ve)),Un||co(0,le)),Un&&(I.ori==1?(Ve=Jr,Xe=jt):(Ve=Kr,Xe=an),co(Gi(Ve,Xe),Cn(Xe-Ve)),Nn||lo(0,K)),!Nn&&!Un&&(lo(0,0),co(0,0))}if(Gn._x=Nn,Gn._y=Un,x==null){if(L){if($p!=null){let[pe,Ae]=Mn.scales;Mn.values[0]=pe!=null?ts(I.ori==0?jt:an,pe):null,Mn.values[1]=Ae!=null?ts(I.ori==1?jt:an,Ae):null}uo(Hu,i,jt,an,F,Se,N)}if(ut){let pe=L&&Mn.setSeries,Ae=Ye.prox;pr==null?Ms<=Ae&&es(Ws,Qr,!0,pe):Ms>Ae?es(null,Qr,!0,pe):Ws!=pr&&es(Ws,Qr,!0,pe)}}me&&(fe.idx=N,Du()),b!==!1&&Fn("setCursor")}let Xs=null;Object.defineProperty(i,"rect",{get(){return Xs==null&&ho(!1),Xs}});function ho(x=!1){x?Xs=null:(Xs=m.getBoundingClientRect(),Fn("syncRect",Xs))}function kp(x,b,L,N,W,K,le){he._lock||Gs&&x!=null&&x.movementX==0&&x.movementY==0||(Nu(x,b,L,N,W,K,le,!1,x!=null),x!=null?mr(null,!0,!0):mr(b,!0,!1))}function Nu(x,b,L,N,W,K,le,pe,Ae){if(Xs==null&&ho(!1),ht(x),x!=null)L=x.clientX-Xs.left,N=x.clientY-Xs.top;else{if(L<0||N<0){jt=-10,an=-10;return}let[ze,Ve]=Mn.scales,Xe=b.cursor.sync,[xt,Ot]=Xe.values,[Ut,Rt]=Xe.scales,[ct,Qe]=Mn.match,en=b.axes[0].side%2==1,pn=I.ori==0?F:Se,On=I.ori==1?F:Se,Yt=en?K:W,mn=en?W:K,ui=en?N:L,jn=en?L:N;if(Ut!=null?L=ct(ze,Ut)?o(xt,v[ze],pn,0):-10:L=pn*(ui/Yt),Rt!=null?N=Qe(Ve,Rt)?o(Ot,v[Ve],On,0):-10:N=On*(jn/mn),I.ori==1){let Ai=L;L=N,N=Ai}}Ae&&(b==null||b.cursor.event.type==Hu)&&((L<=1||L>=F-1)&&(L=xr(L,F)),(N<=1||N>=Se-1)&&(N=xr(N,Se))),pe?(Dp=L,Np=N,[Jr,Kr]=he.move(i,L,N)):(jt=L,an=N)}let Uu={width:0,height:0,left:0,top:0};function Fu(){Dl(Uu,!1)}let zp,Vp,Gp,Hp;function Wp(x,b,L,N,W,K,le){Gs=!0,Nn=Un=Gn._x=Gn._y=!1,Nu(x,b,L,N,W,K,le,!0,!1),x!=null&&(ke(Wu,$u,Xp,!1),uo(nm,i,Jr,Kr,F,Se,null));let{left:pe,top:Ae,width:ze,height:Ve}=Qt;zp=pe,Vp=Ae,Gp=ze,Hp=Ve}function Xp(x,b,L,N,W,K,le){Gs=Gn._x=Gn._y=!1,Nu(x,b,L,N,W,K,le,!1,!0);let{left:pe,top:Ae,width:ze,height:Ve}=Qt,Xe=ze>0||Ve>0,xt=zp!=pe||Vp!=Ae||Gp!=ze||Hp!=Ve;if(Xe&&xt&&Dl(Qt),Gn.setScale&&Xe&&xt){let Ot=pe,Ut=ze,Rt=Ae,ct=Ve;if(I.ori==1&&(Ot=Ae,Ut=Ve,Rt=pe,ct=ze),Nn&&Hs(A,ts(Ot,A),ts(Ot+Ut,A)),Un)for(let Qe in v){let en=v[Qe];Qe!=A&&en.from==null&&en.min!=$t&&Hs(Qe,ts(Rt+ct,Qe),ts(Rt,Qe))}Fu()}else he.lock&&(he._lock=!he._lock,mr(b,!0,x!=null));x!=null&&(vt(Wu,$u),uo(Wu,i,jt,an,F,Se,null))}function Bx(x,b,L,N,W,K,le){if(he._lock)return;ht(x);let pe=Gs;if(Gs){let Ae=!0,ze=!0,Ve=10,Xe,xt;I.ori==0?(Xe=Nn,xt=Un):(Xe=Un,xt=Nn),Xe&&xt&&(Ae=jt<=Ve||jt>=F-Ve,ze=an<=Ve||an>=Se-Ve),Xe&&Ae&&(jt=jt<Jr?0:F),xt&&ze&&(an=an<Kr?0:Se),mr(null,!0,!0),Gs=!1}jt=-10,an=-10,te.fill(null),mr(null,!0,!0),pe&&(Gs=pe)}function qp(x,b,L,N,W,K,le){he._lock||(ht(x),oo(),Fu(),x!=null&&uo(rm,i,jt,an,F,Se,null))}function Yp(){E.forEach(Wy),O(i.width,i.height,!0)}Sr(zl,ra,Yp);let ea={};ea.mousedown=Wp,ea.mousemove=kp,ea.mouseup=Xp,ea.dblclick=qp,ea.setSeries=(x,b,L,N)=>{let W=Mn.match[2];L=W(i,b,L),L!=-1&&es(L,N,!0,!1)},ge&&(ke(nm,m,Wp),ke(Hu,m,kp),ke(im,m,x=>{ht(x),ho(!1)}),ke(sm,m,Bx),ke(rm,m,qp),id.add(i),i.syncRect=ho);let Nl=i.hooks=n.hooks||{};function Fn(x,b,L){Kn?qt.push([x,b,L]):x in Nl&&Nl[x].forEach(N=>{N.call(null,i,b,L)})}(n.plugins||[]).forEach(x=>{for(let b in x.hooks)Nl[b]=(Nl[b]||[]).concat(x.hooks[b])});let Zp=(x,b,L)=>L,Mn=bn({key:null,setSeries:!1,filters:{pub:gm,sub:gm},scales:[A,S[1]?S[1].scale:null],match:[_m,_m,Zp],values:[null,null]},he.sync);Mn.match.length==2&&Mn.match.push(Zp),he.sync=Mn;let $p=Mn.key,Ou=fg($p);function uo(x,b,L,N,W,K,le){Mn.filters.pub(x,b,L,N,W,K,le)&&Ou.pub(x,b,L,N,W,K,le)}Ou.sub(i);function kx(x,b,L,N,W,K,le){Mn.filters.sub(x,b,L,N,W,K,le)&&ea[x](null,b,L,N,W,K,le)}i.pub=kx;function zx(){Ou.unsub(i),id.delete(i),st.clear(),ju(zl,ra,Yp),c.remove(),Le?.remove(),Fn("destroy")}i.destroy=zx;function Bu(){Fn("init",n,e),ao(e||n.data,!1),k[A]?Pu(A,k[A]):oo(),se=Qt.show&&(Qt.width>0||Qt.height>0),ne=me=!0,O(n.width,n.height)}return S.forEach(Wr),E.forEach(xs),t?t instanceof HTMLElement?(t.appendChild(c),Bu()):t(i,Bu):Bu(),i}Rn.assign=bn;Rn.fmtNum=hd;Rn.rangeNum=Vl;Rn.rangeLog=Wl;Rn.rangeAsinh=ld;Rn.orient=br;Rn.pxRatio=Bt;Rn.join=Uv;Rn.fmtDate=dd,Rn.tzDate=qv;Rn.sync=fg;{Rn.addGap=Cy,Rn.clipGaps=Yl;let n=Rn.paths={points:vg};n.linear=Sg,n.stepped=Iy,n.bars=Ly,n.spline=Ny}var Tg='11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';function Eg(n,e){let t={stroke:cn("ink-soft"),font:Tg,labelFont:Tg,labelSize:16,grid:{stroke:cn("rule"),width:1},ticks:{show:!1}},i=(s,r)=>r.map(a=>Xy(a));return[{...t,label:n,size:22,values:i},{...t,label:e,size:(s,r)=>12+6.5*Math.max(3,...(r??[]).map(a=>a.length)),values:i}]}function Xy(n){if(n==null)return"";let e=Math.abs(n),[t,i]=e>=1e6?[n/1e6,"M"]:e>=1e4?[n/1e3,"k"]:[n,""];return`${Number(t.toPrecision(4)).toLocaleString("en")}${i}`.replace("-","\u2212")}var Ql=class{constructor(e){this.holder=e,this.observer=new ResizeObserver(()=>this.redraw()),this.observer.observe(e)}redraw(){let e=this.holder.clientWidth,t=this.holder.clientHeight;this.plot?.destroy(),this.plot=null,!(!e||!t||!this.data)&&(this.plot=new Rn({width:e,height:t,legend:{show:!1},cursor:{show:!1},padding:[8,18,0,0],...this.options()},this.data,this.holder),this.plot.root.setAttribute("aria-hidden","true"))}},yd=(n,e,t={})=>({stroke:n,width:e,spanGaps:!0,points:{show:!1},...t}),jl=(n,e,t={})=>({stroke:n,fill:n,paths:()=>null,points:{show:!0,size:e,stroke:n,fill:n,width:1,...t}}),ec=class extends Ql{update(e,t,i){this.run=e,this.window=i;let s=d=>{let f=t.filter(m=>m.kind===d).sort((m,y)=>m.command-y.command);return f.length?[f.map(m=>m.command),f.map(m=>m.achieved)]:[[],[]]},[r,a]=e.return_range,o=[[[r,a],[r,a]],e.predicted?[e.commands,e.predicted]:[[],[]],s("sweep"),s("left"),s("right")].map(([d,f])=>Sd(d,f)),l=t.filter(d=>d.command>=i[0]&&d.command<=i[1]).map(d=>d.achieved),c=(e.predicted??[]).filter((d,f)=>e.commands[f]>=i[0]&&e.commands[f]<=i[1]),h=[...l,...c,...e.learned??[r,a]],u=.06*Math.max(Math.max(...h)-Math.min(...h),1e-6);this.limits=[Math.min(...h)-u,Math.max(...h)+u],this.data=Rn.join(o),this.redraw()}options(){return{scales:{x:{time:!1,range:()=>this.window},y:{range:()=>this.limits}},axes:Eg("asked","achieved"),series:[{},yd(cn("ink-faint"),1,{dash:[4,4]}),yd(cn("foreseen"),1.5),jl(cn("ink-soft"),5),jl(cn("left"),7),jl(cn("right"),7)],hooks:{drawClear:[e=>this.shade(e)]}}}shade(e){if(!this.run.learned)return;let{ctx:t,bbox:i}=e,[s,r]=this.run.learned.map(a=>Math.min(Math.max(e.valToPos(a,"x",!0),i.left),i.left+i.width));t.save(),t.fillStyle=cn("learned"),t.fillRect(s,i.top,r-s,i.height),t.restore()}};function Sd(n,e){let t=[],i=-1/0;for(let s of n)i=s>i?s:i+Math.max(1e-9,Math.abs(i)*1e-12),t.push(i);return[t,e]}var tc=class extends Ql{update(e){this.data=Rn.join([Sd(e.episodes.env_steps,e.episodes.env_returns),Sd(e.evaluations.env_steps,e.evaluations.env_returns)]),this.redraw()}options(){return{scales:{x:{time:!1}},axes:Eg("environment steps","env return"),series:[{},jl(cn("ink-faint"),2.5),yd(cn("left"),2)]}}},Kl=["#46327e","#365c8d","#277f8e","#1fa187","#4ac16d","#a0da39","#fde725"];function qy(n){let e=Math.min(Math.max(n,0),1)*(Kl.length-1),t=Math.min(Math.floor(e),Kl.length-2),i=s=>{let[r,a]=[Kl[t],Kl[t+1]].map(o=>parseInt(o.slice(s,s+2),16));return Math.round(r+(e-t)*(a-r))};return`rgb(${i(1)} ${i(3)} ${i(5)})`}var Yy=16,nc=class{constructor(e,{onPlay:t,onLook:i}){this.holder=e,this.onPlay=t,this.onLook=i,this.canvas=document.createElement("canvas"),this.canvas.tabIndex=0,this.canvas.setAttribute("role","application"),e.append(this.canvas),this.marks={},this.looked=-1,this.canvas.addEventListener("pointermove",s=>this.look(this.nearest(s))),this.canvas.addEventListener("pointerleave",()=>this.look(-1)),this.canvas.addEventListener("click",s=>this.play(this.nearest(s))),this.canvas.addEventListener("keydown",s=>this.key(s)),this.canvas.addEventListener("focus",()=>this.look(this.looked<0?this.order?.at(-1)??-1:this.looked)),new ResizeObserver(()=>this.redraw()).observe(e)}update(e){this.map=e,this.looked=-1,this.order=e.returns.map((t,i)=>i).sort((t,i)=>e.returns[t]-e.returns[i]),this.low=Math.min(...e.returns),this.high=Math.max(...e.returns),this.canvas.setAttribute("aria-label",`Map of ${e.episodes.length} archived policies, the newest of episode ${e.episodes.at(-1)}. Arrow keys go through them by return, Enter plays one.`),this.redraw()}mark(e,t){this.marks[e]=t,this.redraw()}nearest(e){if(!this.at)return-1;let t=-1,i=Yy**2;for(let[s,[r,a]]of this.at.entries()){let o=(r-e.offsetX)**2+(a-e.offsetY)**2;o<i&&([t,i]=[s,o])}return t}key(e){if(!this.order?.length)return;let t=this.order.indexOf(this.looked),i={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:20,PageDown:-20}[e.key];if(i)this.look(this.order[Math.min(Math.max(t+i,0),this.order.length-1)],!0);else if(e.key==="Home")this.look(this.order[0],!0);else if(e.key==="End")this.look(this.order.at(-1),!0);else if(e.key==="Enter"||e.key===" ")this.play(this.looked);else return;e.preventDefault()}look(e,t=!1){e!==this.looked&&(this.looked=e,this.canvas.classList.toggle("near",e>=0),this.onLook(e<0?null:{episode:this.map.episodes[e],value:this.map.returns[e]},t),this.redraw())}play(e){e>=0&&this.onPlay(this.map.episodes[e])}redraw(){let e=this.holder.clientWidth,t=this.holder.clientHeight;if(!this.map||!e||!t)return;let i=devicePixelRatio;(this.canvas.width!==Math.round(e*i)||this.canvas.height!==Math.round(t*i))&&(this.canvas.width=Math.round(e*i),this.canvas.height=Math.round(t*i));let s=this.canvas.getContext("2d");s.setTransform(i,0,0,i,0,0),s.clearRect(0,0,e,t);let r=[...this.map.places,...this.map.path,...Object.values(this.marks).filter(Boolean)],a=[0,1].map(g=>[Math.min(...r.map(p=>p[g])),Math.max(...r.map(p=>p[g]))]),o=14,l=(g,p)=>a[g][1]>a[g][0]?(p-2*o)/(a[g][1]-a[g][0]):0,[c,h]=[l(0,e),l(1,t)],u=([g,p])=>[o+(g-a[0][0])*c,t-o-(p-a[1][0])*h];this.at=this.map.places.map(u);let d=this.at.length>300?2.6:3.4,f=this.high-this.low||1;for(let g of this.order){let[p,S]=this.at[g];s.fillStyle=qy((this.map.returns[g]-this.low)/f),s.globalAlpha=.85,s.beginPath(),s.arc(p,S,d,0,2*Math.PI),s.fill()}s.globalAlpha=1,s.strokeStyle=cn("ink"),s.lineWidth=1.6,s.lineJoin="round",s.beginPath();for(let[g,p]of this.map.path.entries()){let[S,E]=u(p);g?s.lineTo(S,E):s.moveTo(S,E)}s.stroke();let[m,y]=u(this.map.path.at(-1));s.fillStyle=cn("ink"),s.beginPath(),s.arc(m,y,3,0,2*Math.PI),s.fill(),this.looked>=0&&vd(s,this.at[this.looked],6,cn("ink"),1.5);for(let[g,p]of Object.entries(this.marks))p&&(vd(s,u(p),7,cn("paper"),5),vd(s,u(p),7,cn(g),2.6))}};function vd(n,[e,t],i,s,r){n.strokeStyle=s,n.lineWidth=r,n.beginPath(),n.arc(e,t,i,0,2*Math.PI),n.stroke()}var Ag=n=>[gn(Math.min(...n.returns)),gn(Math.max(...n.returns))];var eo=Zx(zg(),1);var Fd=(n,e,t)=>{if(!e.has(n))throw TypeError("Cannot "+t)},H=(n,e,t)=>(Fd(n,e,"read from private field"),t?t.call(n):e.get(n)),wt=(n,e,t)=>{if(e.has(n))throw TypeError("Cannot add the same private member more than once");e instanceof WeakSet?e.add(n):e.set(n,t)},kn=(n,e,t,i)=>(Fd(n,e,"write to private field"),i?i.call(n,t):e.set(n,t),t),mS=(n,e,t,i)=>({set _(s){kn(n,e,s,t)},get _(){return H(n,e,i)}}),Lt=(n,e,t)=>(Fd(n,e,"access private method"),t),Nt=new Uint8Array(8),cs=new DataView(Nt.buffer),Pn=n=>[(n%256+256)%256],kt=n=>(cs.setUint16(0,n,!1),[Nt[0],Nt[1]]),gS=n=>(cs.setInt16(0,n,!1),[Nt[0],Nt[1]]),Gg=n=>(cs.setUint32(0,n,!1),[Nt[1],Nt[2],Nt[3]]),We=n=>(cs.setUint32(0,n,!1),[Nt[0],Nt[1],Nt[2],Nt[3]]),_S=n=>(cs.setInt32(0,n,!1),[Nt[0],Nt[1],Nt[2],Nt[3]]),Pr=n=>(cs.setUint32(0,Math.floor(n/2**32),!1),cs.setUint32(4,n,!1),[Nt[0],Nt[1],Nt[2],Nt[3],Nt[4],Nt[5],Nt[6],Nt[7]]),Od=n=>(cs.setInt16(0,2**8*n,!1),[Nt[0],Nt[1]]),os=n=>(cs.setInt32(0,2**16*n,!1),[Nt[0],Nt[1],Nt[2],Nt[3]]),Ed=n=>(cs.setInt32(0,2**30*n,!1),[Nt[0],Nt[1],Nt[2],Nt[3]]),Ii=(n,e=!1)=>{let t=Array(n.length).fill(null).map((i,s)=>n.charCodeAt(s));return e&&t.push(0),t},uc=n=>n&&n[n.length-1],Bd=n=>{let e;for(let t of n)(!e||t.presentationTimestamp>e.presentationTimestamp)&&(e=t);return e},ls=(n,e,t=!0)=>{let i=n*e;return t?Math.round(i):i},Hg=n=>{let e=n*(Math.PI/180),t=Math.cos(e),i=Math.sin(e);return[t,i,0,-i,t,0,0,0,1]},Wg=Hg(0),Xg=n=>[os(n[0]),os(n[1]),Ed(n[2]),os(n[3]),os(n[4]),Ed(n[5]),os(n[6]),os(n[7]),Ed(n[8])],wo=n=>!n||typeof n!="object"?n:Array.isArray(n)?n.map(wo):Object.fromEntries(Object.entries(n).map(([e,t])=>[e,wo(t)])),ga=n=>n>=0&&n<2**32,wn=(n,e,t)=>({type:n,contents:e&&new Uint8Array(e.flat(10)),children:t}),nn=(n,e,t,i,s)=>wn(n,[Pn(e),Gg(t),i??[]],s),xS=n=>{let e=512;return n.fragmented?wn("ftyp",[Ii("iso5"),We(e),Ii("iso5"),Ii("iso6"),Ii("mp41")]):wn("ftyp",[Ii("isom"),We(e),Ii("isom"),n.holdsAvc?Ii("avc1"):[],Ii("mp41")])},Ad=n=>({type:"mdat",largeSize:n}),vS=n=>({type:"free",size:n}),ac=(n,e,t=!1)=>wn("moov",null,[yS(e,n),...n.map(i=>SS(i,e)),t?jS(n):null]),yS=(n,e)=>{let t=ls(Math.max(0,...e.filter(a=>a.samples.length>0).map(a=>{let o=Bd(a.samples);return o.presentationTimestamp+o.duration})),Pd),i=Math.max(...e.map(a=>a.id))+1,s=!ga(n)||!ga(t),r=s?Pr:We;return nn("mvhd",+s,0,[r(n),r(n),We(Pd),r(t),os(1),Od(1),Array(10).fill(0),Xg(Wg),Array(24).fill(0),We(i)])},SS=(n,e)=>wn("trak",null,[MS(n,e),bS(n,e)]),MS=(n,e)=>{let t=Bd(n.samples),i=ls(t?t.presentationTimestamp+t.duration:0,Pd),s=!ga(e)||!ga(i),r=s?Pr:We,a;return n.info.type==="video"?a=typeof n.info.rotation=="number"?Hg(n.info.rotation):n.info.rotation:a=Wg,nn("tkhd",+s,3,[r(e),r(e),We(n.id),We(0),r(i),Array(8).fill(0),kt(0),kt(0),Od(n.info.type==="audio"?1:0),kt(0),Xg(a),os(n.info.type==="video"?n.info.width:0),os(n.info.type==="video"?n.info.height:0)])},bS=(n,e)=>wn("mdia",null,[wS(n,e),TS(n.info.type==="video"?"vide":"soun"),ES(n)]),wS=(n,e)=>{let t=Bd(n.samples),i=ls(t?t.presentationTimestamp+t.duration:0,n.timescale),s=!ga(e)||!ga(i),r=s?Pr:We;return nn("mdhd",+s,0,[r(e),r(e),We(n.timescale),r(i),kt(21956),kt(0)])},TS=n=>nn("hdlr",0,0,[Ii("mhlr"),Ii(n),We(0),We(0),We(0),Ii("mp4-muxer-hdlr",!0)]),ES=n=>wn("minf",null,[n.info.type==="video"?AS():CS(),RS(),LS(n)]),AS=()=>nn("vmhd",0,1,[kt(0),kt(0),kt(0),kt(0)]),CS=()=>nn("smhd",0,0,[kt(0),kt(0)]),RS=()=>wn("dinf",null,[PS()]),PS=()=>nn("dref",0,0,[We(1)],[IS()]),IS=()=>nn("url ",0,1),LS=n=>{let e=n.compositionTimeOffsetTable.length>1||n.compositionTimeOffsetTable.some(t=>t.sampleCompositionTimeOffset!==0);return wn("stbl",null,[DS(n),qS(n),YS(n),ZS(n),$S(n),JS(n),e?KS(n):null])},DS=n=>nn("stsd",0,0,[We(1)],[n.info.type==="video"?NS(lM[n.info.codec],n):HS(hM[n.info.codec],n)]),NS=(n,e)=>wn(n,[Array(6).fill(0),kt(1),kt(0),kt(0),Array(12).fill(0),kt(e.info.width),kt(e.info.height),We(4718592),We(4718592),We(0),kt(1),Array(32).fill(0),kt(24),gS(65535)],[cM[e.info.codec](e),e.info.decoderConfig.colorSpace?BS(e):null]),US={bt709:1,bt470bg:5,smpte170m:6},FS={bt709:1,smpte170m:6,"iec61966-2-1":13},OS={rgb:0,bt709:1,bt470bg:5,smpte170m:6},BS=n=>wn("colr",[Ii("nclx"),kt(US[n.info.decoderConfig.colorSpace.primaries]),kt(FS[n.info.decoderConfig.colorSpace.transfer]),kt(OS[n.info.decoderConfig.colorSpace.matrix]),Pn((n.info.decoderConfig.colorSpace.fullRange?1:0)<<7)]),kS=n=>n.info.decoderConfig&&wn("avcC",[...new Uint8Array(n.info.decoderConfig.description)]),zS=n=>n.info.decoderConfig&&wn("hvcC",[...new Uint8Array(n.info.decoderConfig.description)]),VS=n=>{if(!n.info.decoderConfig)return null;let e=n.info.decoderConfig;if(!e.colorSpace)throw new Error("'colorSpace' is required in the decoder config for VP9.");let t=e.codec.split("."),i=Number(t[1]),s=Number(t[2]),o=(Number(t[3])<<4)+(0<<1)+Number(e.colorSpace.fullRange);return nn("vpcC",1,0,[Pn(i),Pn(s),Pn(o),Pn(2),Pn(2),Pn(2),kt(0)])},GS=()=>{let t=(1<<7)+1;return wn("av1C",[t,0,0,0])},HS=(n,e)=>wn(n,[Array(6).fill(0),kt(1),kt(0),kt(0),We(0),kt(e.info.numberOfChannels),kt(16),kt(0),kt(0),os(e.info.sampleRate)],[uM[e.info.codec](e)]),WS=n=>{let e=new Uint8Array(n.info.decoderConfig.description);return nn("esds",0,0,[We(58753152),Pn(32+e.byteLength),kt(1),Pn(0),We(75530368),Pn(18+e.byteLength),Pn(64),Pn(21),Gg(0),We(130071),We(130071),We(92307584),Pn(e.byteLength),...e,We(109084800),Pn(1),Pn(2)])},XS=n=>{let e=3840,t=0,i=n.info.decoderConfig?.description;if(i){if(i.byteLength<18)throw new TypeError("Invalid decoder description provided for Opus; must be at least 18 bytes long.");let s=ArrayBuffer.isView(i)?new DataView(i.buffer,i.byteOffset,i.byteLength):new DataView(i);e=s.getUint16(10,!0),t=s.getInt16(14,!0)}return wn("dOps",[Pn(0),Pn(n.info.numberOfChannels),kt(e),We(n.info.sampleRate),Od(t),Pn(0)])},qS=n=>nn("stts",0,0,[We(n.timeToSampleTable.length),n.timeToSampleTable.map(e=>[We(e.sampleCount),We(e.sampleDelta)])]),YS=n=>{if(n.samples.every(t=>t.type==="key"))return null;let e=[...n.samples.entries()].filter(([,t])=>t.type==="key");return nn("stss",0,0,[We(e.length),e.map(([t])=>We(t+1))])},ZS=n=>nn("stsc",0,0,[We(n.compactlyCodedChunkTable.length),n.compactlyCodedChunkTable.map(e=>[We(e.firstChunk),We(e.samplesPerChunk),We(1)])]),$S=n=>nn("stsz",0,0,[We(0),We(n.samples.length),n.samples.map(e=>We(e.size))]),JS=n=>n.finalizedChunks.length>0&&uc(n.finalizedChunks).offset>=2**32?nn("co64",0,0,[We(n.finalizedChunks.length),n.finalizedChunks.map(e=>Pr(e.offset))]):nn("stco",0,0,[We(n.finalizedChunks.length),n.finalizedChunks.map(e=>We(e.offset))]),KS=n=>nn("ctts",0,0,[We(n.compositionTimeOffsetTable.length),n.compositionTimeOffsetTable.map(e=>[We(e.sampleCount),We(e.sampleCompositionTimeOffset)])]),jS=n=>wn("mvex",null,n.map(QS)),QS=n=>nn("trex",0,0,[We(n.id),We(1),We(0),We(0),We(0)]),Vg=(n,e)=>wn("moof",null,[eM(n),...e.map(tM)]),eM=n=>nn("mfhd",0,0,[We(n)]),qg=n=>{let e=0,t=0,i=0,s=0,r=n.type==="delta";return t|=+r,r?e|=1:e|=2,e<<24|t<<16|i<<8|s},tM=n=>wn("traf",null,[nM(n),iM(n),sM(n)]),nM=n=>{let e=0;e|=8,e|=16,e|=32,e|=131072;let t=n.currentChunk.samples[1]??n.currentChunk.samples[0],i={duration:t.timescaleUnitsToNextSample,size:t.size,flags:qg(t)};return nn("tfhd",0,e,[We(n.id),We(i.duration),We(i.size),We(i.flags)])},iM=n=>nn("tfdt",1,0,[Pr(ls(n.currentChunk.startTimestamp,n.timescale))]),sM=n=>{let e=n.currentChunk.samples.map(y=>y.timescaleUnitsToNextSample),t=n.currentChunk.samples.map(y=>y.size),i=n.currentChunk.samples.map(qg),s=n.currentChunk.samples.map(y=>ls(y.presentationTimestamp-y.decodeTimestamp,n.timescale)),r=new Set(e),a=new Set(t),o=new Set(i),l=new Set(s),c=o.size===2&&i[0]!==i[1],h=r.size>1,u=a.size>1,d=!c&&o.size>1,f=l.size>1||[...l].some(y=>y!==0),m=0;return m|=1,m|=4*+c,m|=256*+h,m|=512*+u,m|=1024*+d,m|=2048*+f,nn("trun",1,m,[We(n.currentChunk.samples.length),We(n.currentChunk.offset-n.currentChunk.moofOffset||0),c?We(i[0]):[],n.currentChunk.samples.map((y,g)=>[h?We(e[g]):[],u?We(t[g]):[],d?We(i[g]):[],f?_S(s[g]):[]])])},rM=n=>wn("mfra",null,[...n.map(aM),oM()]),aM=(n,e)=>nn("tfra",1,0,[We(n.id),We(63),We(n.finalizedChunks.length),n.finalizedChunks.map(i=>[Pr(ls(i.startTimestamp,n.timescale)),Pr(i.moofOffset),We(e+1),We(1),We(1)])]),oM=()=>nn("mfro",0,0,[We(0)]),lM={avc:"avc1",hevc:"hvc1",vp9:"vp09",av1:"av01"},cM={avc:kS,hevc:zS,vp9:VS,av1:GS},hM={aac:"mp4a",opus:"Opus"},uM={aac:WS,opus:XS};var _c=class{},kd=class extends _c{constructor(){super(...arguments),this.buffer=null}},Yg=class extends _c{constructor(n){if(super(),this.options=n,typeof n!="object")throw new TypeError("StreamTarget requires an options object to be passed to its constructor.");if(n.onData){if(typeof n.onData!="function")throw new TypeError("options.onData, when provided, must be a function.");if(n.onData.length<2)throw new TypeError("options.onData, when provided, must be a function that takes in at least two arguments (data and position). Ignoring the position argument, which specifies the byte offset at which the data is to be written, can lead to broken outputs.")}if(n.chunked!==void 0&&typeof n.chunked!="boolean")throw new TypeError("options.chunked, when provided, must be a boolean.");if(n.chunkSize!==void 0&&(!Number.isInteger(n.chunkSize)||n.chunkSize<1024))throw new TypeError("options.chunkSize, when provided, must be an integer and not smaller than 1024.")}},dM=class extends _c{constructor(n,e){if(super(),this.stream=n,this.options=e,!(n instanceof FileSystemWritableFileStream))throw new TypeError("FileSystemWritableFileStreamTarget requires a FileSystemWritableFileStream instance.");if(e!==void 0&&typeof e!="object")throw new TypeError("FileSystemWritableFileStreamTarget's options, when provided, must be an object.");if(e&&e.chunkSize!==void 0&&(!Number.isInteger(e.chunkSize)||e.chunkSize<=0))throw new TypeError("options.chunkSize, when provided, must be a positive integer")}},Tr,fa,Zg=class{constructor(){this.pos=0,wt(this,Tr,new Uint8Array(8)),wt(this,fa,new DataView(H(this,Tr).buffer)),this.offsets=new WeakMap}seek(n){this.pos=n}writeU32(n){H(this,fa).setUint32(0,n,!1),this.write(H(this,Tr).subarray(0,4))}writeU64(n){H(this,fa).setUint32(0,Math.floor(n/2**32),!1),H(this,fa).setUint32(4,n,!1),this.write(H(this,Tr).subarray(0,8))}writeAscii(n){for(let e=0;e<n.length;e++)H(this,fa).setUint8(e%8,n.charCodeAt(e)),e%8===7&&this.write(H(this,Tr));n.length%8!==0&&this.write(H(this,Tr).subarray(0,n.length%8))}writeBox(n){if(this.offsets.set(n,this.pos),n.contents&&!n.children)this.writeBoxHeader(n,n.size??n.contents.byteLength+8),this.write(n.contents);else{let e=this.pos;if(this.writeBoxHeader(n,0),n.contents&&this.write(n.contents),n.children)for(let s of n.children)s&&this.writeBox(s);let t=this.pos,i=n.size??t-e;this.seek(e),this.writeBoxHeader(n,i),this.seek(t)}}writeBoxHeader(n,e){this.writeU32(n.largeSize?1:e),this.writeAscii(n.type),n.largeSize&&this.writeU64(e)}measureBoxHeader(n){return 8+(n.largeSize?8:0)}patchBox(n){let e=this.pos;this.seek(this.offsets.get(n)),this.writeBox(n),this.seek(e)}measureBox(n){if(n.contents&&!n.children)return this.measureBoxHeader(n)+n.contents.byteLength;{let e=this.measureBoxHeader(n);if(n.contents&&(e+=n.contents.byteLength),n.children)for(let t of n.children)t&&(e+=this.measureBox(t));return e}}};Tr=new WeakMap;fa=new WeakMap;var oc,Rr,Ro,Mo,lc,Cd,fM=class extends Zg{constructor(n){super(),wt(this,lc),wt(this,oc,void 0),wt(this,Rr,new ArrayBuffer(2**16)),wt(this,Ro,new Uint8Array(H(this,Rr))),wt(this,Mo,0),kn(this,oc,n)}write(n){Lt(this,lc,Cd).call(this,this.pos+n.byteLength),H(this,Ro).set(n,this.pos),this.pos+=n.byteLength,kn(this,Mo,Math.max(H(this,Mo),this.pos))}finalize(){Lt(this,lc,Cd).call(this,this.pos),H(this,oc).buffer=H(this,Rr).slice(0,Math.max(H(this,Mo),this.pos))}};oc=new WeakMap;Rr=new WeakMap;Ro=new WeakMap;Mo=new WeakMap;lc=new WeakSet;Cd=function(n){let e=H(this,Rr).byteLength;for(;e<n;)e*=2;if(e===H(this,Rr).byteLength)return;let t=new ArrayBuffer(e),i=new Uint8Array(t);i.set(H(this,Ro),0),kn(this,Rr,t),kn(this,Ro,i)};var pM=2**24,mM=2,To,Er,bo,Es,xi,dc,Rd,zd,$g,Vd,Jg,Eo,fc,Gd=class extends Zg{constructor(n){super(),wt(this,dc),wt(this,zd),wt(this,Vd),wt(this,Eo),wt(this,To,void 0),wt(this,Er,[]),wt(this,bo,void 0),wt(this,Es,void 0),wt(this,xi,[]),kn(this,To,n),kn(this,bo,n.options?.chunked??!1),kn(this,Es,n.options?.chunkSize??pM)}write(n){H(this,Er).push({data:n.slice(),start:this.pos}),this.pos+=n.byteLength}flush(){if(H(this,Er).length===0)return;let n=[],e=[...H(this,Er)].sort((t,i)=>t.start-i.start);n.push({start:e[0].start,size:e[0].data.byteLength});for(let t=1;t<e.length;t++){let i=n[n.length-1],s=e[t];s.start<=i.start+i.size?i.size=Math.max(i.size,s.start+s.data.byteLength-i.start):n.push({start:s.start,size:s.data.byteLength})}for(let t of n){t.data=new Uint8Array(t.size);for(let i of H(this,Er))t.start<=i.start&&i.start<t.start+t.size&&t.data.set(i.data,i.start-t.start);H(this,bo)?(Lt(this,dc,Rd).call(this,t.data,t.start),Lt(this,Eo,fc).call(this)):H(this,To).options.onData?.(t.data,t.start)}H(this,Er).length=0}finalize(){H(this,bo)&&Lt(this,Eo,fc).call(this,!0)}};To=new WeakMap;Er=new WeakMap;bo=new WeakMap;Es=new WeakMap;xi=new WeakMap;dc=new WeakSet;Rd=function(n,e){let t=H(this,xi).findIndex(o=>o.start<=e&&e<o.start+H(this,Es));t===-1&&(t=Lt(this,Vd,Jg).call(this,e));let i=H(this,xi)[t],s=e-i.start,r=n.subarray(0,Math.min(H(this,Es)-s,n.byteLength));i.data.set(r,s);let a={start:s,end:s+r.byteLength};if(Lt(this,zd,$g).call(this,i,a),i.written[0].start===0&&i.written[0].end===H(this,Es)&&(i.shouldFlush=!0),H(this,xi).length>mM){for(let o=0;o<H(this,xi).length-1;o++)H(this,xi)[o].shouldFlush=!0;Lt(this,Eo,fc).call(this)}r.byteLength<n.byteLength&&Lt(this,dc,Rd).call(this,n.subarray(r.byteLength),e+r.byteLength)};zd=new WeakSet;$g=function(n,e){let t=0,i=n.written.length-1,s=-1;for(;t<=i;){let r=Math.floor(t+(i-t+1)/2);n.written[r].start<=e.start?(t=r+1,s=r):i=r-1}for(n.written.splice(s+1,0,e),(s===-1||n.written[s].end<e.start)&&s++;s<n.written.length-1&&n.written[s].end>=n.written[s+1].start;)n.written[s].end=Math.max(n.written[s].end,n.written[s+1].end),n.written.splice(s+1,1)};Vd=new WeakSet;Jg=function(n){let t={start:Math.floor(n/H(this,Es))*H(this,Es),data:new Uint8Array(H(this,Es)),written:[],shouldFlush:!1};return H(this,xi).push(t),H(this,xi).sort((i,s)=>i.start-s.start),H(this,xi).indexOf(t)};Eo=new WeakSet;fc=function(n=!1){for(let e=0;e<H(this,xi).length;e++){let t=H(this,xi)[e];if(!(!t.shouldFlush&&!n)){for(let i of t.written)H(this,To).options.onData?.(t.data.subarray(i.start,i.end),t.start+i.start);H(this,xi).splice(e--,1)}}};var gM=class extends Gd{constructor(n){super(new Yg({onData:(e,t)=>n.stream.write({type:"write",data:e,position:t}),chunked:!0,chunkSize:n.options?.chunkSize}))}},Pd=1e3,_M=["avc","hevc","vp9","av1"],xM=["aac","opus"],vM=2082844800,yM=["strict","offset","cross-track-offset"],nt,dt,pc,_i,Hn,Bn,pa,ma,Hd,Ar,Cr,Ao,Id,Kg,Ld,jg,Wd,Qg,Dd,e0,Xd,t0,cc,Nd,as,Ts,qd,n0,Co,mc,gc,Yd,_a,Po,hc,Ud,i0=class{constructor(n){if(wt(this,Id),wt(this,Ld),wt(this,Wd),wt(this,Dd),wt(this,Xd),wt(this,cc),wt(this,as),wt(this,qd),wt(this,Co),wt(this,gc),wt(this,_a),wt(this,hc),wt(this,nt,void 0),wt(this,dt,void 0),wt(this,pc,void 0),wt(this,_i,void 0),wt(this,Hn,null),wt(this,Bn,null),wt(this,pa,Math.floor(Date.now()/1e3)+vM),wt(this,ma,[]),wt(this,Hd,1),wt(this,Ar,[]),wt(this,Cr,[]),wt(this,Ao,!1),Lt(this,Id,Kg).call(this,n),n.video=wo(n.video),n.audio=wo(n.audio),n.fastStart=wo(n.fastStart),this.target=n.target,kn(this,nt,{firstTimestampBehavior:"strict",...n}),n.target instanceof kd)kn(this,dt,new fM(n.target));else if(n.target instanceof Yg)kn(this,dt,new Gd(n.target));else if(n.target instanceof dM)kn(this,dt,new gM(n.target));else throw new Error(`Invalid target: ${n.target}`);Lt(this,Dd,e0).call(this),Lt(this,Ld,jg).call(this)}addVideoChunk(n,e,t,i){if(!(n instanceof EncodedVideoChunk))throw new TypeError("addVideoChunk's first argument (sample) must be of type EncodedVideoChunk.");if(e&&typeof e!="object")throw new TypeError("addVideoChunk's second argument (meta), when provided, must be an object.");if(t!==void 0&&(!Number.isFinite(t)||t<0))throw new TypeError("addVideoChunk's third argument (timestamp), when provided, must be a non-negative real number.");if(i!==void 0&&!Number.isFinite(i))throw new TypeError("addVideoChunk's fourth argument (compositionTimeOffset), when provided, must be a real number.");let s=new Uint8Array(n.byteLength);n.copyTo(s),this.addVideoChunkRaw(s,n.type,t??n.timestamp,n.duration,e,i)}addVideoChunkRaw(n,e,t,i,s,r){if(!(n instanceof Uint8Array))throw new TypeError("addVideoChunkRaw's first argument (data) must be an instance of Uint8Array.");if(e!=="key"&&e!=="delta")throw new TypeError("addVideoChunkRaw's second argument (type) must be either 'key' or 'delta'.");if(!Number.isFinite(t)||t<0)throw new TypeError("addVideoChunkRaw's third argument (timestamp) must be a non-negative real number.");if(!Number.isFinite(i)||i<0)throw new TypeError("addVideoChunkRaw's fourth argument (duration) must be a non-negative real number.");if(s&&typeof s!="object")throw new TypeError("addVideoChunkRaw's fifth argument (meta), when provided, must be an object.");if(r!==void 0&&!Number.isFinite(r))throw new TypeError("addVideoChunkRaw's sixth argument (compositionTimeOffset), when provided, must be a real number.");if(Lt(this,hc,Ud).call(this),!H(this,nt).video)throw new Error("No video track declared.");if(typeof H(this,nt).fastStart=="object"&&H(this,Hn).samples.length===H(this,nt).fastStart.expectedVideoChunks)throw new Error(`Cannot add more video chunks than specified in 'fastStart' (${H(this,nt).fastStart.expectedVideoChunks}).`);let a=Lt(this,cc,Nd).call(this,H(this,Hn),n,e,t,i,s,r);if(H(this,nt).fastStart==="fragmented"&&H(this,Bn)){for(;H(this,Cr).length>0&&H(this,Cr)[0].decodeTimestamp<=a.decodeTimestamp;){let o=H(this,Cr).shift();Lt(this,as,Ts).call(this,H(this,Bn),o)}a.decodeTimestamp<=H(this,Bn).lastDecodeTimestamp?Lt(this,as,Ts).call(this,H(this,Hn),a):H(this,Ar).push(a)}else Lt(this,as,Ts).call(this,H(this,Hn),a)}addAudioChunk(n,e,t){if(!(n instanceof EncodedAudioChunk))throw new TypeError("addAudioChunk's first argument (sample) must be of type EncodedAudioChunk.");if(e&&typeof e!="object")throw new TypeError("addAudioChunk's second argument (meta), when provided, must be an object.");if(t!==void 0&&(!Number.isFinite(t)||t<0))throw new TypeError("addAudioChunk's third argument (timestamp), when provided, must be a non-negative real number.");let i=new Uint8Array(n.byteLength);n.copyTo(i),this.addAudioChunkRaw(i,n.type,t??n.timestamp,n.duration,e)}addAudioChunkRaw(n,e,t,i,s){if(!(n instanceof Uint8Array))throw new TypeError("addAudioChunkRaw's first argument (data) must be an instance of Uint8Array.");if(e!=="key"&&e!=="delta")throw new TypeError("addAudioChunkRaw's second argument (type) must be either 'key' or 'delta'.");if(!Number.isFinite(t)||t<0)throw new TypeError("addAudioChunkRaw's third argument (timestamp) must be a non-negative real number.");if(!Number.isFinite(i)||i<0)throw new TypeError("addAudioChunkRaw's fourth argument (duration) must be a non-negative real number.");if(s&&typeof s!="object")throw new TypeError("addAudioChunkRaw's fifth argument (meta), when provided, must be an object.");if(Lt(this,hc,Ud).call(this),!H(this,nt).audio)throw new Error("No audio track declared.");if(typeof H(this,nt).fastStart=="object"&&H(this,Bn).samples.length===H(this,nt).fastStart.expectedAudioChunks)throw new Error(`Cannot add more audio chunks than specified in 'fastStart' (${H(this,nt).fastStart.expectedAudioChunks}).`);let r=Lt(this,cc,Nd).call(this,H(this,Bn),n,e,t,i,s);if(H(this,nt).fastStart==="fragmented"&&H(this,Hn)){for(;H(this,Ar).length>0&&H(this,Ar)[0].decodeTimestamp<=r.decodeTimestamp;){let a=H(this,Ar).shift();Lt(this,as,Ts).call(this,H(this,Hn),a)}r.decodeTimestamp<=H(this,Hn).lastDecodeTimestamp?Lt(this,as,Ts).call(this,H(this,Bn),r):H(this,Cr).push(r)}else Lt(this,as,Ts).call(this,H(this,Bn),r)}finalize(){if(H(this,Ao))throw new Error("Cannot finalize a muxer more than once.");if(H(this,nt).fastStart==="fragmented"){for(let e of H(this,Ar))Lt(this,as,Ts).call(this,H(this,Hn),e);for(let e of H(this,Cr))Lt(this,as,Ts).call(this,H(this,Bn),e);Lt(this,gc,Yd).call(this,!1)}else H(this,Hn)&&Lt(this,Co,mc).call(this,H(this,Hn)),H(this,Bn)&&Lt(this,Co,mc).call(this,H(this,Bn));let n=[H(this,Hn),H(this,Bn)].filter(Boolean);if(H(this,nt).fastStart==="in-memory"){let e;for(let i=0;i<2;i++){let s=ac(n,H(this,pa)),r=H(this,dt).measureBox(s);e=H(this,dt).measureBox(H(this,_i));let a=H(this,dt).pos+r+e;for(let o of H(this,ma)){o.offset=a;for(let{data:l}of o.samples)a+=l.byteLength,e+=l.byteLength}if(a<2**32)break;e>=2**32&&(H(this,_i).largeSize=!0)}let t=ac(n,H(this,pa));H(this,dt).writeBox(t),H(this,_i).size=e,H(this,dt).writeBox(H(this,_i));for(let i of H(this,ma))for(let s of i.samples)H(this,dt).write(s.data),s.data=null}else if(H(this,nt).fastStart==="fragmented"){let e=H(this,dt).pos,t=rM(n);H(this,dt).writeBox(t);let i=H(this,dt).pos-e;H(this,dt).seek(H(this,dt).pos-4),H(this,dt).writeU32(i)}else{let e=H(this,dt).offsets.get(H(this,_i)),t=H(this,dt).pos-e;H(this,_i).size=t,H(this,_i).largeSize=t>=2**32,H(this,dt).patchBox(H(this,_i));let i=ac(n,H(this,pa));if(typeof H(this,nt).fastStart=="object"){H(this,dt).seek(H(this,pc)),H(this,dt).writeBox(i);let s=e-H(this,dt).pos;H(this,dt).writeBox(vS(s))}else H(this,dt).writeBox(i)}Lt(this,_a,Po).call(this),H(this,dt).finalize(),kn(this,Ao,!0)}};nt=new WeakMap;dt=new WeakMap;pc=new WeakMap;_i=new WeakMap;Hn=new WeakMap;Bn=new WeakMap;pa=new WeakMap;ma=new WeakMap;Hd=new WeakMap;Ar=new WeakMap;Cr=new WeakMap;Ao=new WeakMap;Id=new WeakSet;Kg=function(n){if(typeof n!="object")throw new TypeError("The muxer requires an options object to be passed to its constructor.");if(!(n.target instanceof _c))throw new TypeError("The target must be provided and an instance of Target.");if(n.video){if(!_M.includes(n.video.codec))throw new TypeError(`Unsupported video codec: ${n.video.codec}`);if(!Number.isInteger(n.video.width)||n.video.width<=0)throw new TypeError(`Invalid video width: ${n.video.width}. Must be a positive integer.`);if(!Number.isInteger(n.video.height)||n.video.height<=0)throw new TypeError(`Invalid video height: ${n.video.height}. Must be a positive integer.`);let e=n.video.rotation;if(typeof e=="number"&&![0,90,180,270].includes(e))throw new TypeError(`Invalid video rotation: ${e}. Has to be 0, 90, 180 or 270.`);if(Array.isArray(e)&&(e.length!==9||e.some(t=>typeof t!="number")))throw new TypeError(`Invalid video transformation matrix: ${e.join()}`);if(n.video.frameRate!==void 0&&(!Number.isInteger(n.video.frameRate)||n.video.frameRate<=0))throw new TypeError(`Invalid video frame rate: ${n.video.frameRate}. Must be a positive integer.`)}if(n.audio){if(!xM.includes(n.audio.codec))throw new TypeError(`Unsupported audio codec: ${n.audio.codec}`);if(!Number.isInteger(n.audio.numberOfChannels)||n.audio.numberOfChannels<=0)throw new TypeError(`Invalid number of audio channels: ${n.audio.numberOfChannels}. Must be a positive integer.`);if(!Number.isInteger(n.audio.sampleRate)||n.audio.sampleRate<=0)throw new TypeError(`Invalid audio sample rate: ${n.audio.sampleRate}. Must be a positive integer.`)}if(n.firstTimestampBehavior&&!yM.includes(n.firstTimestampBehavior))throw new TypeError(`Invalid first timestamp behavior: ${n.firstTimestampBehavior}`);if(typeof n.fastStart=="object"){if(n.video){if(n.fastStart.expectedVideoChunks===void 0)throw new TypeError("'fastStart' is an object but is missing property 'expectedVideoChunks'.");if(!Number.isInteger(n.fastStart.expectedVideoChunks)||n.fastStart.expectedVideoChunks<0)throw new TypeError("'expectedVideoChunks' must be a non-negative integer.")}if(n.audio){if(n.fastStart.expectedAudioChunks===void 0)throw new TypeError("'fastStart' is an object but is missing property 'expectedAudioChunks'.");if(!Number.isInteger(n.fastStart.expectedAudioChunks)||n.fastStart.expectedAudioChunks<0)throw new TypeError("'expectedAudioChunks' must be a non-negative integer.")}}else if(![!1,"in-memory","fragmented"].includes(n.fastStart))throw new TypeError("'fastStart' option must be false, 'in-memory', 'fragmented' or an object.");if(n.minFragmentDuration!==void 0&&(!Number.isFinite(n.minFragmentDuration)||n.minFragmentDuration<0))throw new TypeError("'minFragmentDuration' must be a non-negative number.")};Ld=new WeakSet;jg=function(){if(H(this,dt).writeBox(xS({holdsAvc:H(this,nt).video?.codec==="avc",fragmented:H(this,nt).fastStart==="fragmented"})),kn(this,pc,H(this,dt).pos),H(this,nt).fastStart==="in-memory")kn(this,_i,Ad(!1));else if(H(this,nt).fastStart!=="fragmented"){if(typeof H(this,nt).fastStart=="object"){let n=Lt(this,Wd,Qg).call(this);H(this,dt).seek(H(this,dt).pos+n)}kn(this,_i,Ad(!0)),H(this,dt).writeBox(H(this,_i))}Lt(this,_a,Po).call(this)};Wd=new WeakSet;Qg=function(){if(typeof H(this,nt).fastStart!="object")return;let n=0,e=[H(this,nt).fastStart.expectedVideoChunks,H(this,nt).fastStart.expectedAudioChunks];for(let t of e)t&&(n+=8*Math.ceil(2/3*t),n+=4*t,n+=12*Math.ceil(2/3*t),n+=4*t,n+=8*t);return n+=4096,n};Dd=new WeakSet;e0=function(){if(H(this,nt).video&&kn(this,Hn,{id:1,info:{type:"video",codec:H(this,nt).video.codec,width:H(this,nt).video.width,height:H(this,nt).video.height,rotation:H(this,nt).video.rotation??0,decoderConfig:null},timescale:H(this,nt).video.frameRate??57600,samples:[],finalizedChunks:[],currentChunk:null,firstDecodeTimestamp:void 0,lastDecodeTimestamp:-1,timeToSampleTable:[],compositionTimeOffsetTable:[],lastTimescaleUnits:null,lastSample:null,compactlyCodedChunkTable:[]}),H(this,nt).audio&&(kn(this,Bn,{id:H(this,nt).video?2:1,info:{type:"audio",codec:H(this,nt).audio.codec,numberOfChannels:H(this,nt).audio.numberOfChannels,sampleRate:H(this,nt).audio.sampleRate,decoderConfig:null},timescale:H(this,nt).audio.sampleRate,samples:[],finalizedChunks:[],currentChunk:null,firstDecodeTimestamp:void 0,lastDecodeTimestamp:-1,timeToSampleTable:[],compositionTimeOffsetTable:[],lastTimescaleUnits:null,lastSample:null,compactlyCodedChunkTable:[]}),H(this,nt).audio.codec==="aac")){let n=Lt(this,Xd,t0).call(this,2,H(this,nt).audio.sampleRate,H(this,nt).audio.numberOfChannels);H(this,Bn).info.decoderConfig={codec:H(this,nt).audio.codec,description:n,numberOfChannels:H(this,nt).audio.numberOfChannels,sampleRate:H(this,nt).audio.sampleRate}}};Xd=new WeakSet;t0=function(n,e,t){let s=[96e3,88200,64e3,48e3,44100,32e3,24e3,22050,16e3,12e3,11025,8e3,7350].indexOf(e),r=t,a="";a+=n.toString(2).padStart(5,"0"),a+=s.toString(2).padStart(4,"0"),s===15&&(a+=e.toString(2).padStart(24,"0")),a+=r.toString(2).padStart(4,"0");let o=Math.ceil(a.length/8)*8;a=a.padEnd(o,"0");let l=new Uint8Array(a.length/8);for(let c=0;c<a.length;c+=8)l[c/8]=parseInt(a.slice(c,c+8),2);return l};cc=new WeakSet;Nd=function(n,e,t,i,s,r,a){let o=i/1e6,l=(i-(a??0))/1e6,c=s/1e6,h=Lt(this,qd,n0).call(this,o,l,n);return o=h.presentationTimestamp,l=h.decodeTimestamp,r?.decoderConfig&&(n.info.decoderConfig===null?n.info.decoderConfig=r.decoderConfig:Object.assign(n.info.decoderConfig,r.decoderConfig)),{presentationTimestamp:o,decodeTimestamp:l,duration:c,data:e,size:e.byteLength,type:t,timescaleUnitsToNextSample:ls(c,n.timescale)}};as=new WeakSet;Ts=function(n,e){H(this,nt).fastStart!=="fragmented"&&n.samples.push(e);let t=ls(e.presentationTimestamp-e.decodeTimestamp,n.timescale);if(n.lastTimescaleUnits!==null){let s=ls(e.decodeTimestamp,n.timescale,!1),r=Math.round(s-n.lastTimescaleUnits);if(n.lastTimescaleUnits+=r,n.lastSample.timescaleUnitsToNextSample=r,H(this,nt).fastStart!=="fragmented"){let a=uc(n.timeToSampleTable);a.sampleCount===1?(a.sampleDelta=r,a.sampleCount++):a.sampleDelta===r?a.sampleCount++:(a.sampleCount--,n.timeToSampleTable.push({sampleCount:2,sampleDelta:r}));let o=uc(n.compositionTimeOffsetTable);o.sampleCompositionTimeOffset===t?o.sampleCount++:n.compositionTimeOffsetTable.push({sampleCount:1,sampleCompositionTimeOffset:t})}}else n.lastTimescaleUnits=0,H(this,nt).fastStart!=="fragmented"&&(n.timeToSampleTable.push({sampleCount:1,sampleDelta:ls(e.duration,n.timescale)}),n.compositionTimeOffsetTable.push({sampleCount:1,sampleCompositionTimeOffset:t}));n.lastSample=e;let i=!1;if(!n.currentChunk)i=!0;else{let s=e.presentationTimestamp-n.currentChunk.startTimestamp;if(H(this,nt).fastStart==="fragmented"){let r=H(this,Hn)??H(this,Bn),a=H(this,nt).minFragmentDuration??1;n===r&&e.type==="key"&&s>=a&&(i=!0,Lt(this,gc,Yd).call(this))}else i=s>=.5}i&&(n.currentChunk&&Lt(this,Co,mc).call(this,n),n.currentChunk={startTimestamp:e.presentationTimestamp,samples:[]}),n.currentChunk.samples.push(e)};qd=new WeakSet;n0=function(n,e,t){let i=H(this,nt).firstTimestampBehavior==="strict",s=t.lastDecodeTimestamp===-1;if(i&&s&&e!==0)throw new Error(`The first chunk for your media track must have a timestamp of 0 (received DTS=${e}).Non-zero first timestamps are often caused by directly piping frames or audio data from a MediaStreamTrack into the encoder. Their timestamps are typically relative to the age of thedocument, which is probably what you want.

If you want to offset all timestamps of a track such that the first one is zero, set firstTimestampBehavior: 'offset' in the options.
`);if(H(this,nt).firstTimestampBehavior==="offset"||H(this,nt).firstTimestampBehavior==="cross-track-offset"){t.firstDecodeTimestamp===void 0&&(t.firstDecodeTimestamp=e);let a;H(this,nt).firstTimestampBehavior==="offset"?a=t.firstDecodeTimestamp:a=Math.min(H(this,Hn)?.firstDecodeTimestamp??1/0,H(this,Bn)?.firstDecodeTimestamp??1/0),e-=a,n-=a}if(e<t.lastDecodeTimestamp)throw new Error(`Timestamps must be monotonically increasing (DTS went from ${t.lastDecodeTimestamp*1e6} to ${e*1e6}).`);return t.lastDecodeTimestamp=e,{presentationTimestamp:n,decodeTimestamp:e}};Co=new WeakSet;mc=function(n){if(H(this,nt).fastStart==="fragmented")throw new Error("Can't finalize individual chunks if 'fastStart' is set to 'fragmented'.");if(n.currentChunk){if(n.finalizedChunks.push(n.currentChunk),H(this,ma).push(n.currentChunk),(n.compactlyCodedChunkTable.length===0||uc(n.compactlyCodedChunkTable).samplesPerChunk!==n.currentChunk.samples.length)&&n.compactlyCodedChunkTable.push({firstChunk:n.finalizedChunks.length,samplesPerChunk:n.currentChunk.samples.length}),H(this,nt).fastStart==="in-memory"){n.currentChunk.offset=0;return}n.currentChunk.offset=H(this,dt).pos;for(let e of n.currentChunk.samples)H(this,dt).write(e.data),e.data=null;Lt(this,_a,Po).call(this)}};gc=new WeakSet;Yd=function(n=!0){if(H(this,nt).fastStart!=="fragmented")throw new Error("Can't finalize a fragment unless 'fastStart' is set to 'fragmented'.");let e=[H(this,Hn),H(this,Bn)].filter(o=>o&&o.currentChunk);if(e.length===0)return;let t=mS(this,Hd)._++;if(t===1){let o=ac(e,H(this,pa),!0);H(this,dt).writeBox(o)}let i=H(this,dt).pos,s=Vg(t,e);H(this,dt).writeBox(s);{let o=Ad(!1),l=0;for(let h of e)for(let u of h.currentChunk.samples)l+=u.size;let c=H(this,dt).measureBox(o)+l;c>=2**32&&(o.largeSize=!0,c=H(this,dt).measureBox(o)+l),o.size=c,H(this,dt).writeBox(o)}for(let o of e){o.currentChunk.offset=H(this,dt).pos,o.currentChunk.moofOffset=i;for(let l of o.currentChunk.samples)H(this,dt).write(l.data),l.data=null}let r=H(this,dt).pos;H(this,dt).seek(H(this,dt).offsets.get(s));let a=Vg(t,e);H(this,dt).writeBox(a),H(this,dt).seek(r);for(let o of e)o.finalizedChunks.push(o.currentChunk),H(this,ma).push(o.currentChunk),o.currentChunk=null;n&&Lt(this,_a,Po).call(this)};_a=new WeakSet;Po=function(){H(this,dt)instanceof Gd&&H(this,dt).flush()};hc=new WeakSet;Ud=function(){if(H(this,Ao))throw new Error("Cannot add new video or audio chunks after the file has been finalized.")};var cr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},hr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},N0=0,Rf=1,U0=2;var Or=1,F0=2,Ya=3,ur=0,ri=1,ps=2,Br=0,Za=1,Pf=2,If=3,Lf=4,O0=5;var kr=100,B0=101,k0=102,z0=103,V0=104,G0=200,H0=201,W0=202,X0=203,Df=204,Nf=205,q0=206,Y0=207,Z0=208,$0=209,J0=210,K0=211,j0=212,Q0=213,e_=214,Gc=0,Hc=1,Wc=2,La=3,Xc=4,qc=5,Yc=6,Zc=7,Uf=0,t_=1,n_=2,ms=0,Ff=1,Of=2,Bf=3,kf=4,zf=5,Vf=6,Gf=7;var Hf=300,zr=301,$a=302,Th=303,Eh=304,$c=1e3,us=1001,Jc=1002,Vn=1003,i_=1004;var vl=1005;var ii=1006,Ah=1007;var Os=1008;var li=1009,Wf=1010,Xf=1011,Ja=1012,Ch=1013,Yi=1014,Zi=1015,$i=1016,Rh=1017,Ph=1018,Vr=1020,qf=35902,Yf=35899,Zf=1021,$f=1022,Ji=1023,Ds=1026,Bs=1027,Jf=1028,Ih=1029,dr=1030,Lh=1031;var Dh=1033,yl=33776,Sl=33777,Ml=33778,bl=33779,Nh=35840,Uh=35841,Fh=35842,Oh=35843,Bh=36196,kh=37492,zh=37496,Vh=37488,Gh=37489,wl=37490,Hh=37491,Wh=37808,Xh=37809,qh=37810,Yh=37811,Zh=37812,$h=37813,Jh=37814,Kh=37815,jh=37816,Qh=37817,eu=37818,tu=37819,nu=37820,iu=37821,su=36492,ru=36494,au=36495,ou=36283,lu=36284,Tl=36285,cu=36286;var Vo=2300,Kc=2301,zc=2302,xf=2303,vf=2400,yf=2401,Sf=2402;var s_=3200;var hu=0,r_=1,ks="",Si="srgb",Go="srgb-linear",Ho="linear",Ht="srgb";var Vc=7680;var a_=519,o_=512,l_=513,c_=514,Kf=515,h_=516,u_=517,jf=518,Qf=519,d_=35044;var ep="300 es",Di=2e3,Da=2001;function SM(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function MM(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function Wo(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function f_(){let n=Wo("canvas");return n.style.display="block",n}var s0={},Na=null;function tp(...n){let e="THREE."+n.shift();Na?Na("log",e,...n):console.log(e,...n)}function p_(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function rt(...n){n=p_(n);let e="THREE."+n.shift();if(Na)Na("warn",e,...n);else{let t=n[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function ft(...n){n=p_(n);let e="THREE."+n.shift();if(Na)Na("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function Fo(...n){let e=n.join(" ");e in s0||(s0[e]=!0,rt(...n))}function m_(n,e,t){return new Promise(function(i,s){function r(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:s();break;case n.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:i()}}setTimeout(r,t)})}var g_={[Gc]:Gc,[Wc]:Yc,[Xc]:Xc,[La]:qc,[Hc]:Hc,[Yc]:Wc,[Zc]:Zc,[qc]:La},qi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let s=i[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let s=i.slice(0);for(let r=0,a=s.length;r<a;r++)s[r].call(this,e);e.target=null}}},Xn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],r0=1234567,Oo=Math.PI/180,Ua=180/Math.PI;function Gr(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(Xn[n&255]+Xn[n>>8&255]+Xn[n>>16&255]+Xn[n>>24&255]+"-"+Xn[e&255]+Xn[e>>8&255]+"-"+Xn[e>>16&15|64]+Xn[e>>24&255]+"-"+Xn[t&63|128]+Xn[t>>8&255]+"-"+Xn[t>>16&255]+Xn[t>>24&255]+Xn[i&255]+Xn[i>>8&255]+Xn[i>>16&255]+Xn[i>>24&255]).toLowerCase()}function Tt(n,e,t){return Math.max(e,Math.min(t,n))}function np(n,e){return(n%e+e)%e}function bM(n,e,t,i,s){return i+(n-e)*(s-i)/(t-e)}function wM(n,e,t){return n!==e?(t-n)/(e-n):0}function Bo(n,e,t){return(1-t)*n+t*e}function TM(n,e,t,i){return Bo(n,e,1-Math.exp(-t*i))}function EM(n,e=1){return e-Math.abs(np(n,e*2)-e)}function AM(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*(3-2*n))}function CM(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*n*(n*(n*6-15)+10))}function RM(n,e){return n+Math.floor(Math.random()*(e-n+1))}function PM(n,e){return n+Math.random()*(e-n)}function IM(n){return n*(.5-Math.random())}function LM(n){n!==void 0&&(r0=n);let e=r0+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function DM(n){return n*Oo}function NM(n){return n*Ua}function UM(n){return n>0&&Number.isInteger(n)&&2**Math.round(Math.log2(n))===n}function FM(n){return Math.pow(2,Math.ceil(Math.log(n)/Math.LN2))}function ip(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function OM(n,e,t,i,s){let r=Math.cos,a=Math.sin,o=r(t/2),l=a(t/2),c=r((e+i)/2),h=a((e+i)/2),u=r((e-i)/2),d=a((e-i)/2),f=r((i-e)/2),m=a((i-e)/2);switch(s){case"XYX":n.set(o*h,l*u,l*d,o*c);break;case"YZY":n.set(l*d,o*h,l*u,o*c);break;case"ZXZ":n.set(l*u,l*d,o*h,o*c);break;case"XZX":n.set(o*h,l*m,l*f,o*c);break;case"YXY":n.set(l*f,o*h,l*m,o*c);break;case"ZYZ":n.set(l*m,l*f,o*h,o*c);break;default:rt("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function sp(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function __(n,e){if(e.constructor===Float32Array)return n;let t=sp(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/t,-1)}function x_(n,e){if(e.constructor===Float32Array)return n;let t=sp(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var rp={DEG2RAD:Oo,RAD2DEG:Ua,generateUUID:Gr,clamp:Tt,euclideanModulo:np,mapLinear:bM,inverseLerp:wM,lerp:Bo,damp:TM,pingpong:EM,smoothstep:AM,smootherstep:CM,randInt:RM,randFloat:PM,randFloatSpread:IM,seededRandom:LM,degToRad:DM,radToDeg:NM,isPowerOfTwo:UM,ceilPowerOfTwo:FM,floorPowerOfTwo:ip,setQuaternionFromProperEuler:OM,normalize:x_,denormalize:__},be=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6],this.y=s[1]*t+s[4]*i+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Tt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(Tt(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),s=Math.sin(t),r=this.x-e.x,a=this.y-e.y;return this.x=r*i-a*s+e.x,this.y=r*s+a*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},si=class{constructor(e=0,t=0,i=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=s}static slerpFlat(e,t,i,s,r,a,o){let l=i[s+0],c=i[s+1],h=i[s+2],u=i[s+3],d=r[a+0],f=r[a+1],m=r[a+2],y=r[a+3];if(u!==y||l!==d||c!==f||h!==m){let g=l*d+c*f+h*m+u*y;g<0&&(d=-d,f=-f,m=-m,y=-y,g=-g);let p=1-o;if(g<.9995){let S=Math.acos(g),E=Math.sin(S);p=Math.sin(p*S)/E,o=Math.sin(o*S)/E,l=l*p+d*o,c=c*p+f*o,h=h*p+m*o,u=u*p+y*o}else{l=l*p+d*o,c=c*p+f*o,h=h*p+m*o,u=u*p+y*o;let S=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=S,c*=S,h*=S,u*=S}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,i,s,r,a){let o=i[s],l=i[s+1],c=i[s+2],h=i[s+3],u=r[a],d=r[a+1],f=r[a+2],m=r[a+3];return e[t]=o*m+h*u+l*f-c*d,e[t+1]=l*m+h*d+c*u-o*f,e[t+2]=c*m+h*f+o*d-l*u,e[t+3]=h*m-o*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,s){return this._x=e,this._y=t,this._z=i,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,s=e._y,r=e._z,a=e._order,o=Math.cos,l=Math.sin,c=o(i/2),h=o(s/2),u=o(r/2),d=l(i/2),f=l(s/2),m=l(r/2);switch(a){case"XYZ":this._x=d*h*u+c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u-d*f*m;break;case"YXZ":this._x=d*h*u+c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u+d*f*m;break;case"ZXY":this._x=d*h*u-c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u-d*f*m;break;case"ZYX":this._x=d*h*u-c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u+d*f*m;break;case"YZX":this._x=d*h*u+c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u-d*f*m;break;case"XZY":this._x=d*h*u-c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u+d*f*m;break;default:rt("Quaternion: .setFromEuler() encountered an unknown order: "+a)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,s=Math.sin(i);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],s=t[4],r=t[8],a=t[1],o=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=i+o+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(a-s)*f}else if(i>o&&i>u){let f=2*Math.sqrt(1+i-o-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+a)/f,this._z=(r+c)/f}else if(o>u){let f=2*Math.sqrt(1+o-i-u);this._w=(r-c)/f,this._x=(s+a)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-i-o);this._w=(a-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(Tt(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let s=Math.min(1,t/i);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,s=e._y,r=e._z,a=e._w,o=t._x,l=t._y,c=t._z,h=t._w;return this._x=i*h+a*o+s*c-r*l,this._y=s*h+a*l+r*o-i*c,this._z=r*h+a*c+i*l-s*o,this._w=a*h-i*o-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let i=e._x,s=e._y,r=e._z,a=e._w,o=this.dot(e);o<0&&(i=-i,s=-s,r=-r,a=-a,o=-o);let l=1-t;if(o<.9995){let c=Math.acos(o),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+i*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+a*t,this._onChangeCallback()}else this._x=this._x*l+i*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+a*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),s=Math.sqrt(1-i),r=Math.sqrt(i);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},X=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(a0.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(a0.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6]*s,this.y=r[1]*t+r[4]*i+r[7]*s,this.z=r[2]*t+r[5]*i+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=e.elements,a=1/(r[3]*t+r[7]*i+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*i+r[8]*s+r[12])*a,this.y=(r[1]*t+r[5]*i+r[9]*s+r[13])*a,this.z=(r[2]*t+r[6]*i+r[10]*s+r[14])*a,this}applyQuaternion(e){let t=this.x,i=this.y,s=this.z,r=e.x,a=e.y,o=e.z,l=e.w,c=2*(a*s-o*i),h=2*(o*t-r*s),u=2*(r*i-a*t);return this.x=t+l*c+a*u-o*h,this.y=i+l*h+o*c-r*u,this.z=s+l*u+r*h-a*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*i+r[8]*s,this.y=r[1]*t+r[5]*i+r[9]*s,this.z=r[2]*t+r[6]*i+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this.z=Tt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this.z=Tt(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Tt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,s=e.y,r=e.z,a=t.x,o=t.y,l=t.z;return this.x=s*l-r*o,this.y=r*a-i*l,this.z=i*o-s*a,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return Zd.copy(this).projectOnVector(e),this.sub(Zd)}reflect(e){return this.sub(Zd.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(Tt(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,s=this.z-e.z;return t*t+i*i+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let s=Math.sin(t)*e;return this.x=s*Math.sin(i),this.y=Math.cos(t)*e,this.z=s*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Zd=new X,a0=new si,_t=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,s,r,a,o,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,a,o,l,c)}set(e,t,i,s,r,a,o,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=o,h[3]=t,h[4]=r,h[5]=l,h[6]=i,h[7]=a,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,s=t.elements,r=this.elements,a=i[0],o=i[3],l=i[6],c=i[1],h=i[4],u=i[7],d=i[2],f=i[5],m=i[8],y=s[0],g=s[3],p=s[6],S=s[1],E=s[4],v=s[7],C=s[2],A=s[5],_=s[8];return r[0]=a*y+o*S+l*C,r[3]=a*g+o*E+l*A,r[6]=a*p+o*v+l*_,r[1]=c*y+h*S+u*C,r[4]=c*g+h*E+u*A,r[7]=c*p+h*v+u*_,r[2]=d*y+f*S+m*C,r[5]=d*g+f*E+m*A,r[8]=d*p+f*v+m*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],a=e[4],o=e[5],l=e[6],c=e[7],h=e[8];return t*a*h-t*o*c-i*r*h+i*o*l+s*r*c-s*a*l}invert(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],a=e[4],o=e[5],l=e[6],c=e[7],h=e[8],u=h*a-o*c,d=o*l-h*r,f=c*r-a*l,m=t*u+i*d+s*f;if(m===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/m;return e[0]=u*y,e[1]=(s*c-h*i)*y,e[2]=(o*i-s*a)*y,e[3]=d*y,e[4]=(h*t-s*l)*y,e[5]=(s*r-o*t)*y,e[6]=f*y,e[7]=(i*l-c*t)*y,e[8]=(a*t-i*r)*y,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,s,r,a,o){let l=Math.cos(r),c=Math.sin(r);return this.set(i*l,i*c,-i*(l*a+c*o)+a+e,-s*c,s*l,-s*(-c*a+l*o)+o+t,0,0,1),this}scale(e,t){return Fo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply($d.makeScale(e,t)),this}rotate(e){return Fo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply($d.makeRotation(-e)),this}translate(e,t){return Fo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply($d.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<9;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}},$d=new _t,o0=new _t().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),l0=new _t().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function BM(){let n={enabled:!0,workingColorSpace:Go,spaces:{},convert:function(s,r,a){return this.enabled===!1||r===a||!r||!a||(this.spaces[r].transfer===Ht&&(s.r=Ls(s.r),s.g=Ls(s.g),s.b=Ls(s.b)),this.spaces[r].primaries!==this.spaces[a].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[a].fromXYZ)),this.spaces[a].transfer===Ht&&(s.r=Ia(s.r),s.g=Ia(s.g),s.b=Ia(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===ks?Ho:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,a){return s.copy(this.spaces[a].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[Go]:{primaries:e,whitePoint:i,transfer:Ho,toXYZ:o0,fromXYZ:l0,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Si},outputColorSpaceConfig:{drawingBufferColorSpace:Si}},[Si]:{primaries:e,whitePoint:i,transfer:Ht,toXYZ:o0,fromXYZ:l0,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Si}}}),n}var Dt=BM();function Ls(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function Ia(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var xa,jc=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{xa===void 0&&(xa=Wo("canvas")),xa.width=e.width,xa.height=e.height;let s=xa.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),i=xa}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Wo("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let s=i.getImageData(0,0,e.width,e.height),r=s.data;for(let a=0;a<r.length;a++)r[a]=Ls(r[a]/255)*255;return i.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(Ls(t[i]/255)*255):t[i]=Ls(t[i]);return{data:t,width:e.width,height:e.height}}else return rt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},kM=0,Fa=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:kM++}),this.uuid=Gr(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let a=0,o=s.length;a<o;a++)s[a].isDataTexture?r.push(Jd(s[a].image)):r.push(Jd(s[a]))}else r=Jd(s);i.url=r}return t||(e.images[this.uuid]=i),i}};function Jd(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?jc.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(rt("Texture: Unable to serialize Texture."),{})}var zM=0,Kd=new X,ai=class n extends qi{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=us,s=us,r=ii,a=Os,o=Ji,l=li,c=n.DEFAULT_ANISOTROPY,h=ks){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:zM++}),this.uuid=Gr(),this.name="",this.source=new Fa(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=s,this.magFilter=r,this.minFilter=a,this.anisotropy=c,this.format=o,this.internalFormat=null,this.type=l,this.offset=new be(0,0),this.repeat=new be(1,1),this.center=new be(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new _t,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Kd).x}get height(){return this.source.getSize(Kd).y}get depth(){return this.source.getSize(Kd).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){rt(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){rt(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&i&&s.isVector2&&i.isVector2||s&&i&&s.isVector3&&i.isVector3||s&&i&&s.isMatrix3&&i.isMatrix3?s.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Hf)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case $c:e.x=e.x-Math.floor(e.x);break;case us:e.x=e.x<0?0:1;break;case Jc:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case $c:e.y=e.y-Math.floor(e.y);break;case us:e.y=e.y<0?0:1;break;case Jc:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};ai.DEFAULT_IMAGE=null;ai.DEFAULT_MAPPING=Hf;ai.DEFAULT_ANISOTROPY=1;var on=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,s=1){this.x=e,this.y=t,this.z=i,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,s){return this.x=e,this.y=t,this.z=i,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=this.w,a=e.elements;return this.x=a[0]*t+a[4]*i+a[8]*s+a[12]*r,this.y=a[1]*t+a[5]*i+a[9]*s+a[13]*r,this.z=a[2]*t+a[6]*i+a[10]*s+a[14]*r,this.w=a[3]*t+a[7]*i+a[11]*s+a[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,s,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],m=l[9],y=l[2],g=l[6],p=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-y)<.01&&Math.abs(m-g)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+y)<.1&&Math.abs(m+g)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let E=(c+1)/2,v=(f+1)/2,C=(p+1)/2,A=(h+d)/4,_=(u+y)/4,T=(m+g)/4;return E>v&&E>C?E<.01?(i=0,s=.707106781,r=.707106781):(i=Math.sqrt(E),s=A/i,r=_/i):v>C?v<.01?(i=.707106781,s=0,r=.707106781):(s=Math.sqrt(v),i=A/s,r=T/s):C<.01?(i=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),i=_/r,s=T/r),this.set(i,s,r,t),this}let S=Math.sqrt((g-m)*(g-m)+(u-y)*(u-y)+(d-h)*(d-h));return Math.abs(S)<.001&&(S=1),this.x=(g-m)/S,this.y=(u-y)/S,this.z=(d-h)/S,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=Tt(this.x,e.x,t.x),this.y=Tt(this.y,e.y,t.y),this.z=Tt(this.z,e.z,t.z),this.w=Tt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=Tt(this.x,e,t),this.y=Tt(this.y,e,t),this.z=Tt(this.z,e,t),this.w=Tt(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Tt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Qc=class extends qi{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ii,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new on(0,0,e,t),this.scissorTest=!1,this.viewport=new on(0,0,e,t),this.textures=[];let s=i.count;for(let r=0;r<s;r++)this.textures[r]=new ai({width:e,height:t,depth:i.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:ii,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=i,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new Fa(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},bi=class extends Qc{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}},Xo=class extends ai{constructor(e=null,t=1,i=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Vn,this.minFilter=Vn,this.wrapR=us,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var eh=class extends ai{constructor(e=null,t=1,i=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Vn,this.minFilter=Vn,this.wrapR=us,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var rn=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,s,r,a,o,l,c,h,u,d,f,m,y,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,a,o,l,c,h,u,d,f,m,y,g)}set(e,t,i,s,r,a,o,l,c,h,u,d,f,m,y,g){let p=this.elements;return p[0]=e,p[4]=t,p[8]=i,p[12]=s,p[1]=r,p[5]=a,p[9]=o,p[13]=l,p[2]=c,p[6]=h,p[10]=u,p[14]=d,p[3]=f,p[7]=m,p[11]=y,p[15]=g,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,s=1/va.setFromMatrixColumn(e,0).length(),r=1/va.setFromMatrixColumn(e,1).length(),a=1/va.setFromMatrixColumn(e,2).length();return t[0]=i[0]*s,t[1]=i[1]*s,t[2]=i[2]*s,t[3]=0,t[4]=i[4]*r,t[5]=i[5]*r,t[6]=i[6]*r,t[7]=0,t[8]=i[8]*a,t[9]=i[9]*a,t[10]=i[10]*a,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,s=e.y,r=e.z,a=Math.cos(i),o=Math.sin(i),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=a*h,f=a*u,m=o*h,y=o*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+m*c,t[5]=d-y*c,t[9]=-o*l,t[2]=y-d*c,t[6]=m+f*c,t[10]=a*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,m=c*h,y=c*u;t[0]=d+y*o,t[4]=m*o-f,t[8]=a*c,t[1]=a*u,t[5]=a*h,t[9]=-o,t[2]=f*o-m,t[6]=y+d*o,t[10]=a*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,m=c*h,y=c*u;t[0]=d-y*o,t[4]=-a*u,t[8]=m+f*o,t[1]=f+m*o,t[5]=a*h,t[9]=y-d*o,t[2]=-a*c,t[6]=o,t[10]=a*l}else if(e.order==="ZYX"){let d=a*h,f=a*u,m=o*h,y=o*u;t[0]=l*h,t[4]=m*c-f,t[8]=d*c+y,t[1]=l*u,t[5]=y*c+d,t[9]=f*c-m,t[2]=-c,t[6]=o*l,t[10]=a*l}else if(e.order==="YZX"){let d=a*l,f=a*c,m=o*l,y=o*c;t[0]=l*h,t[4]=y-d*u,t[8]=m*u+f,t[1]=u,t[5]=a*h,t[9]=-o*h,t[2]=-c*h,t[6]=f*u+m,t[10]=d-y*u}else if(e.order==="XZY"){let d=a*l,f=a*c,m=o*l,y=o*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+y,t[5]=a*h,t[9]=f*u-m,t[2]=m*u-f,t[6]=o*h,t[10]=y*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(VM,e,GM)}lookAt(e,t,i){let s=this.elements;return vi.subVectors(e,t),vi.lengthSq()===0&&(vi.z=1),vi.normalize(),Js.crossVectors(i,vi),Js.lengthSq()===0&&(Math.abs(i.z)===1?vi.x+=1e-4:vi.z+=1e-4,vi.normalize(),Js.crossVectors(i,vi)),Js.normalize(),xc.crossVectors(vi,Js),s[0]=Js.x,s[4]=xc.x,s[8]=vi.x,s[1]=Js.y,s[5]=xc.y,s[9]=vi.y,s[2]=Js.z,s[6]=xc.z,s[10]=vi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,s=t.elements,r=this.elements,a=i[0],o=i[4],l=i[8],c=i[12],h=i[1],u=i[5],d=i[9],f=i[13],m=i[2],y=i[6],g=i[10],p=i[14],S=i[3],E=i[7],v=i[11],C=i[15],A=s[0],_=s[4],T=s[8],U=s[12],P=s[1],I=s[5],B=s[9],G=s[13],D=s[2],k=s[6],Y=s[10],z=s[14],ce=s[3],$=s[7],Q=s[11],te=s[15];return r[0]=a*A+o*P+l*D+c*ce,r[4]=a*_+o*I+l*k+c*$,r[8]=a*T+o*B+l*Y+c*Q,r[12]=a*U+o*G+l*z+c*te,r[1]=h*A+u*P+d*D+f*ce,r[5]=h*_+u*I+d*k+f*$,r[9]=h*T+u*B+d*Y+f*Q,r[13]=h*U+u*G+d*z+f*te,r[2]=m*A+y*P+g*D+p*ce,r[6]=m*_+y*I+g*k+p*$,r[10]=m*T+y*B+g*Y+p*Q,r[14]=m*U+y*G+g*z+p*te,r[3]=S*A+E*P+v*D+C*ce,r[7]=S*_+E*I+v*k+C*$,r[11]=S*T+E*B+v*Y+C*Q,r[15]=S*U+E*G+v*z+C*te,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[12],a=e[1],o=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],m=e[3],y=e[7],g=e[11],p=e[15],S=l*f-c*d,E=o*f-c*u,v=o*d-l*u,C=a*f-c*h,A=a*d-l*h,_=a*u-o*h;return t*(y*S-g*E+p*v)-i*(m*S-g*C+p*A)+s*(m*E-y*C+p*_)-r*(m*v-y*A+g*_)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[1],a=e[5],o=e[9],l=e[2],c=e[6],h=e[10];return t*(a*h-o*c)-i*(r*h-o*l)+s*(r*c-a*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=i),this}invert(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],a=e[4],o=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],m=e[12],y=e[13],g=e[14],p=e[15],S=t*o-i*a,E=t*l-s*a,v=t*c-r*a,C=i*l-s*o,A=i*c-r*o,_=s*c-r*l,T=h*y-u*m,U=h*g-d*m,P=h*p-f*m,I=u*g-d*y,B=u*p-f*y,G=d*p-f*g,D=S*G-E*B+v*I+C*P-A*U+_*T;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let k=1/D;return e[0]=(o*G-l*B+c*I)*k,e[1]=(s*B-i*G-r*I)*k,e[2]=(y*_-g*A+p*C)*k,e[3]=(d*A-u*_-f*C)*k,e[4]=(l*P-a*G-c*U)*k,e[5]=(t*G-s*P+r*U)*k,e[6]=(g*v-m*_-p*E)*k,e[7]=(h*_-d*v+f*E)*k,e[8]=(a*B-o*P+c*T)*k,e[9]=(i*P-t*B-r*T)*k,e[10]=(m*A-y*v+p*S)*k,e[11]=(u*v-h*A-f*S)*k,e[12]=(o*U-a*I-l*T)*k,e[13]=(t*I-i*U+s*T)*k,e[14]=(y*E-m*C-g*S)*k,e[15]=(h*C-u*E+d*S)*k,this}scale(e){let t=this.elements,i=e.x,s=e.y,r=e.z;return t[0]*=i,t[4]*=s,t[8]*=r,t[1]*=i,t[5]*=s,t[9]*=r,t[2]*=i,t[6]*=s,t[10]*=r,t[3]*=i,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,s))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),s=Math.sin(t),r=1-i,a=e.x,o=e.y,l=e.z,c=r*a,h=r*o;return this.set(c*a+i,c*o-s*l,c*l+s*o,0,c*o+s*l,h*o+i,h*l-s*a,0,c*l-s*o,h*l+s*a,r*l*l+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,s,r,a){return this.set(1,i,r,0,e,1,a,0,t,s,1,0,0,0,0,1),this}compose(e,t,i){let s=this.elements,r=t._x,a=t._y,o=t._z,l=t._w,c=r+r,h=a+a,u=o+o,d=r*c,f=r*h,m=r*u,y=a*h,g=a*u,p=o*u,S=l*c,E=l*h,v=l*u,C=i.x,A=i.y,_=i.z;return s[0]=(1-(y+p))*C,s[1]=(f+v)*C,s[2]=(m-E)*C,s[3]=0,s[4]=(f-v)*A,s[5]=(1-(d+p))*A,s[6]=(g+S)*A,s[7]=0,s[8]=(m+E)*_,s[9]=(g-S)*_,s[10]=(1-(d+y))*_,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,i){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return i.set(1,1,1),t.identity(),this;let a=va.set(s[0],s[1],s[2]).length(),o=va.set(s[4],s[5],s[6]).length(),l=va.set(s[8],s[9],s[10]).length();r<0&&(a=-a),Hi.copy(this);let c=1/a,h=1/o,u=1/l;return Hi.elements[0]*=c,Hi.elements[1]*=c,Hi.elements[2]*=c,Hi.elements[4]*=h,Hi.elements[5]*=h,Hi.elements[6]*=h,Hi.elements[8]*=u,Hi.elements[9]*=u,Hi.elements[10]*=u,t.setFromRotationMatrix(Hi),i.x=a,i.y=o,i.z=l,this}makePerspective(e,t,i,s,r,a,o=Di,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(i-s),d=(t+e)/(t-e),f=(i+s)/(i-s),m,y;if(l)m=r/(a-r),y=a*r/(a-r);else if(o===Di)m=-(a+r)/(a-r),y=-2*a*r/(a-r);else if(o===Da)m=-a/(a-r),y=-a*r/(a-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+o);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=m,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,i,s,r,a,o=Di,l=!1){let c=this.elements,h=2/(t-e),u=2/(i-s),d=-(t+e)/(t-e),f=-(i+s)/(i-s),m,y;if(l)m=1/(a-r),y=a/(a-r);else if(o===Di)m=-2/(a-r),y=-(a+r)/(a-r);else if(o===Da)m=-1/(a-r),y=-r/(a-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+o);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=m,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<16;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},va=new X,Hi=new rn,VM=new X(0,0,0),GM=new X(1,1,1),Js=new X,xc=new X,vi=new X,c0=new rn,h0=new si,Ns=class n{constructor(e=0,t=0,i=0,s=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,i,s=this._order){return this._x=e,this._y=t,this._z=i,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let s=e.elements,r=s[0],a=s[4],o=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(Tt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-a,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Tt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(o,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(Tt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-a,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Tt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-a,c));break;case"YZX":this._z=Math.asin(Tt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(o,f));break;case"XZY":this._z=Math.asin(-Tt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(o,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:rt("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return c0.makeRotationFromQuaternion(e),this.setFromRotationMatrix(c0,t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return h0.setFromEuler(this),this.setFromQuaternion(h0,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ns.DEFAULT_ORDER="XYZ";var qo=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},HM=0,u0=new X,ya=new si,As=new rn,vc=new X,Io=new X,WM=new X,XM=new si,d0=new X(1,0,0),f0=new X(0,1,0),p0=new X(0,0,1),m0={type:"added"},qM={type:"removed"},Sa={type:"childadded",child:null},jd={type:"childremoved",child:null},Yn=class n extends qi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:HM++}),this.uuid=Gr(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new X,t=new Ns,i=new si,s=new X(1,1,1);function r(){i.setFromEuler(t,!1)}function a(){t.setFromQuaternion(i,void 0,!1)}t._onChange(r),i._onChange(a),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new rn},normalMatrix:{value:new _t}}),this.matrix=new rn,this.matrixWorld=new rn,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new qo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return ya.setFromAxisAngle(e,t),this.quaternion.multiply(ya),this}rotateOnWorldAxis(e,t){return ya.setFromAxisAngle(e,t),this.quaternion.premultiply(ya),this}rotateX(e){return this.rotateOnAxis(d0,e)}rotateY(e){return this.rotateOnAxis(f0,e)}rotateZ(e){return this.rotateOnAxis(p0,e)}translateOnAxis(e,t){return u0.copy(e).applyQuaternion(this.quaternion),this.position.add(u0.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(d0,e)}translateY(e){return this.translateOnAxis(f0,e)}translateZ(e){return this.translateOnAxis(p0,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(As.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?vc.copy(e):vc.set(e,t,i);let s=this.parent;this.updateWorldMatrix(!0,!1),Io.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?As.lookAt(Io,vc,this.up):As.lookAt(vc,Io,this.up),this.quaternion.setFromRotationMatrix(As),s&&(As.extractRotation(s.matrixWorld),ya.setFromRotationMatrix(As),this.quaternion.premultiply(ya.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(ft("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(m0),Sa.child=e,this.dispatchEvent(Sa),Sa.child=null):ft("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(qM),jd.child=e,this.dispatchEvent(jd),jd.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),As.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),As.multiply(e.parent.matrixWorld)),e.applyMatrix4(As),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(m0),Sa.child=e,this.dispatchEvent(Sa),Sa.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,s=this.children.length;i<s;i++){let a=this.children[i].getObjectByProperty(e,t);if(a!==void 0)return a}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let s=this.children;for(let r=0,a=s.length;r<a;r++)s[r].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Io,e,WM),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Io,XM,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*i-r[8]*s,r[13]+=i-r[1]*t-r[5]*i-r[9]*s,r[14]+=s-r[2]*t-r[6]*i-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].updateMatrixWorld(e)}updateWorldMatrix(e,t,i=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let r=this.children;for(let a=0,o=r.length;a<o;a++)r[a].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(o=>({...o,boundingBox:o.boundingBox?o.boundingBox.toJSON():void 0,boundingSphere:o.boundingSphere?o.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(o=>({...o})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(o,l){return o[l.uuid]===void 0&&(o[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let o=this.geometry.parameters;if(o!==void 0&&o.shapes!==void 0){let l=o.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let o=[];for(let l=0,c=this.material.length;l<c;l++)o.push(r(e.materials,this.material[l]));s.material=o}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let o=0;o<this.children.length;o++)s.children.push(this.children[o].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let o=0;o<this.animations.length;o++){let l=this.animations[o];s.animations.push(r(e.animations,l))}}if(t){let o=a(e.geometries),l=a(e.materials),c=a(e.textures),h=a(e.images),u=a(e.shapes),d=a(e.skeletons),f=a(e.animations),m=a(e.nodes);o.length>0&&(i.geometries=o),l.length>0&&(i.materials=l),c.length>0&&(i.textures=c),h.length>0&&(i.images=h),u.length>0&&(i.shapes=u),d.length>0&&(i.skeletons=d),f.length>0&&(i.animations=f),m.length>0&&(i.nodes=m)}return i.object=s,i;function a(o){let l=[];for(let c in o){let h=o[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let i=0;i<e.children.length;i++){let s=e.children[i];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Yn.DEFAULT_UP=new X(0,1,0);Yn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Yn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var ds=class extends Yn{constructor(){super(),this.isGroup=!0,this.type="Group"}},YM={type:"move"},Oa=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new ds,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new ds,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new X,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new X),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new ds,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new X,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new X,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let i of e.hand.values())this._getHandJoint(t,i)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,i){let s=null,r=null,a=null,o=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){a=!0;for(let y of e.hand.values()){let g=t.getJointPose(y,i),p=this._getHandJoint(c,y);g!==null&&(p.matrix.fromArray(g.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=g.radius),p.visible=g!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,m=.005;c.inputState.pinching&&d>f+m?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-m&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,i),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));o!==null&&(s=t.getPose(e.targetRaySpace,i),s===null&&r!==null&&(s=r),s!==null&&(o.matrix.fromArray(s.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.matrixWorldNeedsUpdate=!0,s.linearVelocity?(o.hasLinearVelocity=!0,o.linearVelocity.copy(s.linearVelocity)):o.hasLinearVelocity=!1,s.angularVelocity?(o.hasAngularVelocity=!0,o.angularVelocity.copy(s.angularVelocity)):o.hasAngularVelocity=!1,this.dispatchEvent(YM)))}return o!==null&&(o.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=a!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let i=new ds;i.matrixAutoUpdate=!1,i.visible=!1,e.joints[t.jointName]=i,e.add(i)}return e.joints[t.jointName]}},v_={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ks={h:0,s:0,l:0},yc={h:0,s:0,l:0};function Qd(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}var St=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Si){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,Dt.colorSpaceToWorking(this,t),this}setRGB(e,t,i,s=Dt.workingColorSpace){return this.r=e,this.g=t,this.b=i,Dt.colorSpaceToWorking(this,s),this}setHSL(e,t,i,s=Dt.workingColorSpace){if(e=np(e,1),t=Tt(t,0,1),i=Tt(i,0,1),t===0)this.r=this.g=this.b=i;else{let r=i<=.5?i*(1+t):i+t-i*t,a=2*i-r;this.r=Qd(a,r,e+1/3),this.g=Qd(a,r,e),this.b=Qd(a,r,e-1/3)}return Dt.colorSpaceToWorking(this,s),this}setStyle(e,t=Si){function i(r){r!==void 0&&parseFloat(r)<1&&rt("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,a=s[1],o=s[2];switch(a){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return i(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:rt("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],a=r.length;if(a===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(a===6)return this.setHex(parseInt(r,16),t);rt("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Si){let i=v_[e.toLowerCase()];return i!==void 0?this.setHex(i,t):rt("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Ls(e.r),this.g=Ls(e.g),this.b=Ls(e.b),this}copyLinearToSRGB(e){return this.r=Ia(e.r),this.g=Ia(e.g),this.b=Ia(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Si){return Dt.workingToColorSpace(qn.copy(this),e),Math.round(Tt(qn.r*255,0,255))*65536+Math.round(Tt(qn.g*255,0,255))*256+Math.round(Tt(qn.b*255,0,255))}getHexString(e=Si){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=Dt.workingColorSpace){Dt.workingToColorSpace(qn.copy(this),t);let i=qn.r,s=qn.g,r=qn.b,a=Math.max(i,s,r),o=Math.min(i,s,r),l,c,h=(o+a)/2;if(o===a)l=0,c=0;else{let u=a-o;switch(c=h<=.5?u/(a+o):u/(2-a-o),a){case i:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-i)/u+2;break;case r:l=(i-s)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=Dt.workingColorSpace){return Dt.workingToColorSpace(qn.copy(this),t),e.r=qn.r,e.g=qn.g,e.b=qn.b,e}getStyle(e=Si){Dt.workingToColorSpace(qn.copy(this),e);let t=qn.r,i=qn.g,s=qn.b;return e!==Si?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(s*255)})`}offsetHSL(e,t,i){return this.getHSL(Ks),this.setHSL(Ks.h+e,Ks.s+t,Ks.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(Ks),e.getHSL(yc);let i=Bo(Ks.h,yc.h,t),s=Bo(Ks.s,yc.s,t),r=Bo(Ks.l,yc.l,t);return this.setHSL(i,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*i+r[6]*s,this.g=r[1]*t+r[4]*i+r[7]*s,this.b=r[2]*t+r[5]*i+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},qn=new St;St.NAMES=v_;var Yo=class extends Yn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ns,this.environmentIntensity=1,this.environmentRotation=new Ns,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Wi=new X,Cs=new X,ef=new X,Rs=new X,Ma=new X,ba=new X,g0=new X,tf=new X,nf=new X,sf=new X,rf=new on,af=new on,of=new on,tr=class n{constructor(e=new X,t=new X,i=new X){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,s){s.subVectors(i,t),Wi.subVectors(e,t),s.cross(Wi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,i,s,r){Wi.subVectors(s,t),Cs.subVectors(i,t),ef.subVectors(e,t);let a=Wi.dot(Wi),o=Wi.dot(Cs),l=Wi.dot(ef),c=Cs.dot(Cs),h=Cs.dot(ef),u=a*c-o*o;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-o*h)*d,m=(a*h-o*l)*d;return r.set(1-f-m,m,f)}static containsPoint(e,t,i,s){return this.getBarycoord(e,t,i,s,Rs)===null?!1:Rs.x>=0&&Rs.y>=0&&Rs.x+Rs.y<=1}static getInterpolation(e,t,i,s,r,a,o,l){return this.getBarycoord(e,t,i,s,Rs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Rs.x),l.addScaledVector(a,Rs.y),l.addScaledVector(o,Rs.z),l)}static getInterpolatedAttribute(e,t,i,s,r,a){return rf.setScalar(0),af.setScalar(0),of.setScalar(0),rf.fromBufferAttribute(e,t),af.fromBufferAttribute(e,i),of.fromBufferAttribute(e,s),a.setScalar(0),a.addScaledVector(rf,r.x),a.addScaledVector(af,r.y),a.addScaledVector(of,r.z),a}static isFrontFacing(e,t,i,s){return Wi.subVectors(i,t),Cs.subVectors(e,t),Wi.cross(Cs).dot(s)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,s){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,i,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,i),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Wi.subVectors(this.c,this.b),Cs.subVectors(this.a,this.b),Wi.cross(Cs).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,s,r){return n.getInterpolation(e,this.a,this.b,this.c,t,i,s,r)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let i=this.a,s=this.b,r=this.c,a,o;Ma.subVectors(s,i),ba.subVectors(r,i),tf.subVectors(e,i);let l=Ma.dot(tf),c=ba.dot(tf);if(l<=0&&c<=0)return t.copy(i);nf.subVectors(e,s);let h=Ma.dot(nf),u=ba.dot(nf);if(h>=0&&u<=h)return t.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return a=l/(l-h),t.copy(i).addScaledVector(Ma,a);sf.subVectors(e,r);let f=Ma.dot(sf),m=ba.dot(sf);if(m>=0&&f<=m)return t.copy(r);let y=f*c-l*m;if(y<=0&&c>=0&&m<=0)return o=c/(c-m),t.copy(i).addScaledVector(ba,o);let g=h*m-f*u;if(g<=0&&u-h>=0&&f-m>=0)return g0.subVectors(r,s),o=(u-h)/(u-h+(f-m)),t.copy(s).addScaledVector(g0,o);let p=1/(g+y+d);return a=y*p,o=d*p,t.copy(i).addScaledVector(Ma,a).addScaledVector(ba,o)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},nr=class{constructor(e=new X(1/0,1/0,1/0),t=new X(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(Xi.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(Xi.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=Xi.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let r=i.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let a=0,o=r.count;a<o;a++)e.isMesh===!0?e.getVertexPosition(a,Xi):Xi.fromBufferAttribute(r,a),Xi.applyMatrix4(e.matrixWorld),this.expandByPoint(Xi);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Sc.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),Sc.copy(i.boundingBox)),Sc.applyMatrix4(e.matrixWorld),this.union(Sc)}let s=e.children;for(let r=0,a=s.length;r<a;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Xi),Xi.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Lo),Mc.subVectors(this.max,Lo),wa.subVectors(e.a,Lo),Ta.subVectors(e.b,Lo),Ea.subVectors(e.c,Lo),js.subVectors(Ta,wa),Qs.subVectors(Ea,Ta),Ir.subVectors(wa,Ea);let t=[0,-js.z,js.y,0,-Qs.z,Qs.y,0,-Ir.z,Ir.y,js.z,0,-js.x,Qs.z,0,-Qs.x,Ir.z,0,-Ir.x,-js.y,js.x,0,-Qs.y,Qs.x,0,-Ir.y,Ir.x,0];return!lf(t,wa,Ta,Ea,Mc)||(t=[1,0,0,0,1,0,0,0,1],!lf(t,wa,Ta,Ea,Mc))?!1:(bc.crossVectors(js,Qs),t=[bc.x,bc.y,bc.z],lf(t,wa,Ta,Ea,Mc))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Xi).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Xi).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(Ps[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),Ps[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),Ps[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),Ps[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),Ps[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),Ps[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),Ps[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),Ps[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(Ps),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},Ps=[new X,new X,new X,new X,new X,new X,new X,new X],Xi=new X,Sc=new nr,wa=new X,Ta=new X,Ea=new X,js=new X,Qs=new X,Ir=new X,Lo=new X,Mc=new X,bc=new X,Lr=new X;function lf(n,e,t,i,s){for(let r=0,a=n.length-3;r<=a;r+=3){Lr.fromArray(n,r);let o=s.x*Math.abs(Lr.x)+s.y*Math.abs(Lr.y)+s.z*Math.abs(Lr.z),l=e.dot(Lr),c=t.dot(Lr),h=i.dot(Lr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>o)return!1}return!0}var Tn=new X,wc=new be,ZM=0,fs=class extends qi{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:ZM++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=d_,this.updateRanges=[],this.gpuType=Zi,this.version=0,this._normalizationScale=e!==void 0?sp(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[i+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)wc.fromBufferAttribute(this,t),wc.applyMatrix3(e),this.setXY(t,wc.x,wc.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)Tn.fromBufferAttribute(this,t),Tn.applyMatrix3(e),this.setXYZ(t,Tn.x,Tn.y,Tn.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)Tn.fromBufferAttribute(this,t),Tn.applyMatrix4(e),this.setXYZ(t,Tn.x,Tn.y,Tn.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)Tn.fromBufferAttribute(this,t),Tn.applyNormalMatrix(e),this.setXYZ(t,Tn.x,Tn.y,Tn.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)Tn.fromBufferAttribute(this,t),Tn.transformDirection(e),this.setXYZ(t,Tn.x,Tn.y,Tn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this}setXYZW(e,t,i,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):__(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):x_(e,this.array)}};var Zo=class extends fs{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var $o=class extends fs{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var un=class extends fs{constructor(e,t,i){super(new Float32Array(e),t,i)}},$M=new nr,Do=new X,cf=new X,Ba=class{constructor(e=new X,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):$M.setFromPoints(e).getCenter(i);let s=0;for(let r=0,a=e.length;r<a;r++)s=Math.max(s,i.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Do.subVectors(e,this.center);let t=Do.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),s=(i-this.radius)*.5;this.center.addScaledVector(Do,s/i),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(cf.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Do.copy(e.center).add(cf)),this.expandByPoint(Do.copy(e.center).sub(cf))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},JM=0,Li=new rn,hf=new Yn,Aa=new X,yi=new nr,No=new nr,zn=new X,Ni=class n extends qi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:JM++}),this.uuid=Gr(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(SM(e)?$o:Zo)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let r=new _t().getNormalMatrix(e);i.applyNormalMatrix(r),i.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Li.makeRotationFromQuaternion(e),this.applyMatrix4(Li),this}rotateX(e){return Li.makeRotationX(e),this.applyMatrix4(Li),this}rotateY(e){return Li.makeRotationY(e),this.applyMatrix4(Li),this}rotateZ(e){return Li.makeRotationZ(e),this.applyMatrix4(Li),this}translate(e,t,i){return Li.makeTranslation(e,t,i),this.applyMatrix4(Li),this}scale(e,t,i){return Li.makeScale(e,t,i),this.applyMatrix4(Li),this}lookAt(e){return hf.lookAt(e),hf.updateMatrix(),this.applyMatrix4(hf.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Aa).negate(),this.translate(Aa.x,Aa.y,Aa.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let s=0,r=e.length;s<r;s++){let a=e[s];i.push(a.x,a.y,a.z||0)}this.setAttribute("position",new un(i,3))}else{let i=Math.min(e.length,t.count);for(let s=0;s<i;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&rt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new nr);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ft("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new X(-1/0,-1/0,-1/0),new X(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,s=t.length;i<s;i++){let r=t[i];yi.setFromBufferAttribute(r),this.morphTargetsRelative?(zn.addVectors(this.boundingBox.min,yi.min),this.boundingBox.expandByPoint(zn),zn.addVectors(this.boundingBox.max,yi.max),this.boundingBox.expandByPoint(zn)):(this.boundingBox.expandByPoint(yi.min),this.boundingBox.expandByPoint(yi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ft('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ba);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ft("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new X,1/0);return}if(e){let i=this.boundingSphere.center;if(yi.setFromBufferAttribute(e),t)for(let r=0,a=t.length;r<a;r++){let o=t[r];No.setFromBufferAttribute(o),this.morphTargetsRelative?(zn.addVectors(yi.min,No.min),yi.expandByPoint(zn),zn.addVectors(yi.max,No.max),yi.expandByPoint(zn)):(yi.expandByPoint(No.min),yi.expandByPoint(No.max))}yi.getCenter(i);let s=0;for(let r=0,a=e.count;r<a;r++)zn.fromBufferAttribute(e,r),s=Math.max(s,i.distanceToSquared(zn));if(t)for(let r=0,a=t.length;r<a;r++){let o=t[r],l=this.morphTargetsRelative;for(let c=0,h=o.count;c<h;c++)zn.fromBufferAttribute(o,c),l&&(Aa.fromBufferAttribute(e,c),zn.add(Aa)),s=Math.max(s,i.distanceToSquared(zn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ft('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){ft("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,s=t.normal,r=t.uv,a=this.getAttribute("tangent");(a===void 0||a.count!==i.count)&&(a=new fs(new Float32Array(4*i.count),4),this.setAttribute("tangent",a));let o=[],l=[],c=new Uint8Array(i.count);for(let U=0;U<i.count;U++)o[U]=new X,l[U]=new X;let h=new X,u=new X,d=new X,f=new be,m=new be,y=new be,g=new X,p=new X;function S(U,P,I){c[U]=c[P]=c[I]=1,h.fromBufferAttribute(i,U),u.fromBufferAttribute(i,P),d.fromBufferAttribute(i,I),f.fromBufferAttribute(r,U),m.fromBufferAttribute(r,P),y.fromBufferAttribute(r,I),u.sub(h),d.sub(h),m.sub(f),y.sub(f);let B=1/(m.x*y.y-y.x*m.y);isFinite(B)&&(g.copy(u).multiplyScalar(y.y).addScaledVector(d,-m.y).multiplyScalar(B),p.copy(d).multiplyScalar(m.x).addScaledVector(u,-y.x).multiplyScalar(B),o[U].add(g),o[P].add(g),o[I].add(g),l[U].add(p),l[P].add(p),l[I].add(p))}let E=this.groups;E.length===0&&(E=[{start:0,count:e.count}]);for(let U=0,P=E.length;U<P;++U){let I=E[U],B=I.start,G=I.count;for(let D=B,k=B+G;D<k;D+=3)S(e.getX(D+0),e.getX(D+1),e.getX(D+2))}let v=new X,C=new X,A=new X,_=new X;function T(U){A.fromBufferAttribute(s,U),_.copy(A);let P=o[U];v.copy(P),v.sub(A.multiplyScalar(A.dot(P))).normalize(),C.crossVectors(_,P);let B=C.dot(l[U])<0?-1:1;a.setXYZW(U,v.x,v.y,v.z,B)}for(let U=0,P=i.count;U<P;++U)c[U]&&T(U);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new fs(new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let d=0,f=i.count;d<f;d++)i.setXYZ(d,0,0,0);let s=new X,r=new X,a=new X,o=new X,l=new X,c=new X,h=new X,u=new X;if(e)for(let d=0,f=e.count;d<f;d+=3){let m=e.getX(d+0),y=e.getX(d+1),g=e.getX(d+2);s.fromBufferAttribute(t,m),r.fromBufferAttribute(t,y),a.fromBufferAttribute(t,g),h.subVectors(a,r),u.subVectors(s,r),h.cross(u),o.fromBufferAttribute(i,m),l.fromBufferAttribute(i,y),c.fromBufferAttribute(i,g),o.add(h),l.add(h),c.add(h),i.setXYZ(m,o.x,o.y,o.z),i.setXYZ(y,l.x,l.y,l.z),i.setXYZ(g,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),a.fromBufferAttribute(t,d+2),h.subVectors(a,r),u.subVectors(s,r),h.cross(u),i.setXYZ(d+0,h.x,h.y,h.z),i.setXYZ(d+1,h.x,h.y,h.z),i.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)zn.fromBufferAttribute(e,t),zn.normalize(),e.setXYZ(t,zn.x,zn.y,zn.z)}toNonIndexed(){function e(o,l){let c=o.array,h=o.itemSize,u=o.normalized,d=new c.constructor(l.length*h),f=0,m=0;for(let y=0,g=l.length;y<g;y++){o.isInterleavedBufferAttribute?f=l[y]*o.data.stride+o.offset:f=l[y]*h;for(let p=0;p<h;p++)d[m++]=c[f++]}return new fs(d,h,u)}if(this.index===null)return rt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,s=this.attributes;for(let o in s){let l=s[o],c=e(l,i);t.setAttribute(o,c)}let r=this.morphAttributes;for(let o in r){let l=[],c=r[o];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,i);l.push(f)}t.morphAttributes[o]=l}t.morphTargetsRelative=this.morphTargetsRelative;let a=this.groups;for(let o=0,l=a.length;o<l;o++){let c=a[o];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let l in i){let c=i[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let a=this.groups;a.length>0&&(e.data.groups=JSON.parse(JSON.stringify(a)));let o=this.boundingSphere;return o!==null&&(e.data.boundingSphere=o.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let a=e.groups;for(let c=0,h=a.length;c<h;c++){let u=a[c];this.addGroup(u.start,u.count,u.materialIndex)}let o=e.boundingBox;o!==null&&(this.boundingBox=o.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var uf=new X,KM=new X,jM=new _t,Mi=class{constructor(e=new X(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,s){return this.normal.set(e,t,i),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let s=uf.subVectors(i,t).cross(KM.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let s=e.delta(uf),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let a=-(e.start.dot(this.normal)+this.constant)/r;return i===!0&&(a<0||a>1)?null:t.copy(e.start).addScaledVector(s,a)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||jM.getNormalMatrix(e),s=this.coplanarPoint(uf).applyMatrix4(e),r=this.normal.applyMatrix3(i).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},QM=0,Us=class extends qi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:QM++}),this.uuid=Gr(),this.name="",this.type="Material",this.blending=Za,this.side=ur,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Df,this.blendDst=Nf,this.blendEquation=kr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new St(0,0,0),this.blendAlpha=0,this.depthFunc=La,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=a_,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Vc,this.stencilZFail=Vc,this.stencilZPass=Vc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){rt(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){rt(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(i):s&&s.isVector2&&i&&i.isVector2||s&&s.isEuler&&i&&i.isEuler||s&&s.isVector3&&i&&i.isVector3?s.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function s(r){let a=[];for(let o in r){let l=r[o];delete l.metadata,a.push(l)}return a}if(t){let r=s(e.textures),a=s(e.images);r.length>0&&(i.textures=r),a.length>0&&(i.images=a)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new St().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Mi().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new be().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new be().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let s=t.length;i=new Array(s);for(let r=0;r!==s;++r)i[r]=t[r].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var Is=new X,df=new X,Tc=new X,Ec=new X,ka=class{constructor(e=new X,t=new X(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Is)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Is.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Is.copy(this.origin).addScaledVector(this.direction,t),Is.distanceToSquared(e))}distanceSqToSegment(e,t,i,s){df.copy(e).add(t).multiplyScalar(.5),Tc.copy(t).sub(e).normalize(),Ec.copy(this.origin).sub(df);let r=e.distanceTo(t)*.5,a=-this.direction.dot(Tc),o=Ec.dot(this.direction),l=-Ec.dot(Tc),c=Ec.lengthSq(),h=Math.abs(1-a*a),u,d,f,m;if(h>0)if(u=a*l-o,d=a*o-l,m=r*h,u>=0)if(d>=-m)if(d<=m){let y=1/h;u*=y,d*=y,f=u*(u+a*d+2*o)+d*(a*u+d+2*l)+c}else d=r,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*l)+c;else d<=-m?(u=Math.max(0,-(-a*r+o)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=m?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(a*r+o)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=a>0?-r:r,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*l)+c;return i&&i.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(df).addScaledVector(Tc,d),f}intersectSphere(e,t){if(e.radius<0)return null;Is.subVectors(e.center,this.origin);let i=Is.dot(this.direction),s=Is.dot(Is)-i*i,r=e.radius*e.radius;if(s>r)return null;let a=Math.sqrt(r-s),o=i-a,l=i+a;return l<0?null:o<0?this.at(l,t):this.at(o,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,s,r,a,o,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(i=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(i=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,a=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,a=(e.min.y-d.y)*h),i>a||r>s||((r>i||isNaN(i))&&(i=r),(a<s||isNaN(s))&&(s=a),u>=0?(o=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(o=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),i>l||o>s)||((o>i||i!==i)&&(i=o),(l<s||s!==s)&&(s=l),s<0)?null:this.at(i>=0?i:s,t)}intersectsBox(e){return this.intersectBox(e,Is)!==null}intersectTriangle(e,t,i,s,r){let a=this.origin,o=this.direction,l=o.x,c=o.y,h=o.z,u=e.x-a.x,d=e.y-a.y,f=e.z-a.z,m=t.x-a.x,y=t.y-a.y,g=t.z-a.z,p=i.x-a.x,S=i.y-a.y,E=i.z-a.z,v=Math.abs(l),C=Math.abs(c),A=Math.abs(h),_,T,U,P,I,B,G,D,k,Y,z,ce;if(v>=C&&v>=A?(U=l,B=u,k=m,ce=p,l>=0?(_=c,T=h,P=d,I=f,G=y,D=g,Y=S,z=E):(_=h,T=c,P=f,I=d,G=g,D=y,Y=E,z=S)):C>=A?(U=c,B=d,k=y,ce=S,c>=0?(_=h,T=l,P=f,I=u,G=g,D=m,Y=E,z=p):(_=l,T=h,P=u,I=f,G=m,D=g,Y=p,z=E)):(U=h,B=f,k=g,ce=E,h>=0?(_=l,T=c,P=u,I=d,G=m,D=y,Y=p,z=S):(_=c,T=l,P=d,I=u,G=y,D=m,Y=S,z=p)),U===0)return null;let $=_/U,Q=T/U,te=1/U,fe=P-$*B,he=I-Q*B,ee=G-$*k,ge=D-Q*k,xe=Y-$*ce,Le=z-Q*ce,we=xe*ge-Le*ee,Ge=fe*Le-he*xe,ot=ee*he-ge*fe;if(s){if(we<0||Ge<0||ot<0)return null}else if((we<0||Ge<0||ot<0)&&(we>0||Ge>0||ot>0))return null;let Ke=we+Ge+ot;if(Ke===0)return null;let lt=te*(we*B+Ge*k+ot*ce);return(Ke>0?lt<0:lt>0)?null:this.at(lt/Ke,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},th=class extends Us{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new St(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ns,this.combine=Uf,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},_0=new rn,Dr=new ka,Ac=new Ba,x0=new X,Cc=new X,Rc=new X,Pc=new X,ff=new X,Ic=new X,v0=new X,Lc=new X,oi=class extends Yn{constructor(e=new Ni,t=new th){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,a=s.length;r<a;r++){let o=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[o]=r}}}}getVertexPosition(e,t){let i=this.geometry,s=i.attributes.position,r=i.morphAttributes.position,a=i.morphTargetsRelative;t.fromBufferAttribute(s,e);let o=this.morphTargetInfluences;if(r&&o){Ic.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=o[l],u=r[l];h!==0&&(ff.fromBufferAttribute(u,e),a?Ic.addScaledVector(ff,h):Ic.addScaledVector(ff.sub(t),h))}t.add(Ic)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Ac.copy(i.boundingSphere),Ac.applyMatrix4(r),Dr.copy(e.ray).recast(e.near),!(Ac.containsPoint(Dr.origin)===!1&&(Dr.intersectSphere(Ac,x0)===null||Dr.origin.distanceToSquared(x0)>(e.far-e.near)**2))&&(_0.copy(r).invert(),Dr.copy(e.ray).applyMatrix4(_0),!(i.boundingBox!==null&&Dr.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,Dr)))}_computeIntersections(e,t,i){let s,r=this.geometry,a=this.material,o=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(o!==null)if(Array.isArray(a))for(let m=0,y=d.length;m<y;m++){let g=d[m],p=a[g.materialIndex],S=Math.max(g.start,f.start),E=Math.min(o.count,Math.min(g.start+g.count,f.start+f.count));for(let v=S,C=E;v<C;v+=3){let A=o.getX(v),_=o.getX(v+1),T=o.getX(v+2);s=Dc(this,p,e,i,c,h,u,A,_,T),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=g.materialIndex,t.push(s))}}else{let m=Math.max(0,f.start),y=Math.min(o.count,f.start+f.count);for(let g=m,p=y;g<p;g+=3){let S=o.getX(g),E=o.getX(g+1),v=o.getX(g+2);s=Dc(this,a,e,i,c,h,u,S,E,v),s&&(s.faceIndex=Math.floor(g/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(a))for(let m=0,y=d.length;m<y;m++){let g=d[m],p=a[g.materialIndex],S=Math.max(g.start,f.start),E=Math.min(l.count,Math.min(g.start+g.count,f.start+f.count));for(let v=S,C=E;v<C;v+=3){let A=v,_=v+1,T=v+2;s=Dc(this,p,e,i,c,h,u,A,_,T),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=g.materialIndex,t.push(s))}}else{let m=Math.max(0,f.start),y=Math.min(l.count,f.start+f.count);for(let g=m,p=y;g<p;g+=3){let S=g,E=g+1,v=g+2;s=Dc(this,a,e,i,c,h,u,S,E,v),s&&(s.faceIndex=Math.floor(g/3),t.push(s))}}}};function eb(n,e,t,i,s,r,a,o){let l;if(e.side===ri?l=i.intersectTriangle(a,r,s,!0,o):l=i.intersectTriangle(s,r,a,e.side===ur,o),l===null)return null;Lc.copy(o),Lc.applyMatrix4(n.matrixWorld);let c=t.ray.origin.distanceTo(Lc);return c<t.near||c>t.far?null:{distance:c,point:Lc.clone(),object:n}}function Dc(n,e,t,i,s,r,a,o,l,c){n.getVertexPosition(o,Cc),n.getVertexPosition(l,Rc),n.getVertexPosition(c,Pc);let h=eb(n,e,t,i,Cc,Rc,Pc,v0);if(h){let u=new X;tr.getBarycoord(v0,Cc,Rc,Pc,u),s&&(h.uv=tr.getInterpolatedAttribute(s,o,l,c,u,new be)),r&&(h.uv1=tr.getInterpolatedAttribute(r,o,l,c,u,new be)),a&&(h.normal=tr.getInterpolatedAttribute(a,o,l,c,u,new X),h.normal.dot(i.direction)>0&&h.normal.multiplyScalar(-1));let d={a:o,b:l,c,normal:new X,materialIndex:0};tr.getNormal(Cc,Rc,Pc,d.normal),h.face=d,h.barycoord=u}return h}var nh=class extends ai{constructor(e=null,t=1,i=1,s,r,a,o,l,c=Vn,h=Vn,u,d){super(null,a,o,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Nr=new Ba,tb=new be(.5,.5),Nc=new X,ir=class{constructor(e=new Mi,t=new Mi,i=new Mi,s=new Mi,r=new Mi,a=new Mi){this.planes=[e,t,i,s,r,a]}set(e,t,i,s,r,a){let o=this.planes;return o[0].copy(e),o[1].copy(t),o[2].copy(i),o[3].copy(s),o[4].copy(r),o[5].copy(a),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=Di,i=!1){let s=this.planes,r=e.elements,a=r[0],o=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],m=r[8],y=r[9],g=r[10],p=r[11],S=r[12],E=r[13],v=r[14],C=r[15];if(s[0].setComponents(c-a,f-h,p-m,C-S).normalize(),s[1].setComponents(c+a,f+h,p+m,C+S).normalize(),s[2].setComponents(c+o,f+u,p+y,C+E).normalize(),s[3].setComponents(c-o,f-u,p-y,C-E).normalize(),i)s[4].setComponents(l,d,g,v).normalize(),s[5].setComponents(c-l,f-d,p-g,C-v).normalize();else if(s[4].setComponents(c-l,f-d,p-g,C-v).normalize(),t===Di)s[5].setComponents(c+l,f+d,p+g,C+v).normalize();else if(t===Da)s[5].setComponents(l,d,g,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Nr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Nr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Nr)}intersectsSprite(e){Nr.center.set(0,0,0);let t=tb.distanceTo(e.center);return Nr.radius=.7071067811865476+t,Nr.applyMatrix4(e.matrixWorld),this.intersectsSphere(Nr)}intersectsSphere(e){let t=this.planes,i=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(i)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let s=t[i];if(Nc.x=s.normal.x>0?e.max.x:e.min.x,Nc.y=s.normal.y>0?e.max.y:e.min.y,Nc.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Nc)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},y0=new rn,ih=class n{constructor(){this.coordinateSystem=Di,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];y0.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),i[s]===void 0&&(i[s]=new ir),i[s].setFromProjectionMatrix(y0,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new ir),t[s].copy(i[s]);return this._count=e._count,this}clone(){return new n().copy(this)}};var Jo=class extends ai{constructor(e=[],t=zr,i,s,r,a,o,l,c,h){super(e,t,i,s,r,a,o,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Fs=class extends ai{constructor(e,t,i=Yi,s,r,a,o=Vn,l=Vn,c,h=Ds,u=1){if(h!==Ds&&h!==Bs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,s,r,a,o,l,h,i,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Fa(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},Ko=class extends Fs{constructor(e,t=Yi,i=zr,s,r,a=Vn,o=Vn,l,c=Ds){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,i,s,r,a,o,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},jo=class extends ai{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},sr=class n extends Ni{constructor(e=1,t=1,i=1,s=1,r=1,a=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:s,heightSegments:r,depthSegments:a};let o=this;s=Math.floor(s),r=Math.floor(r),a=Math.floor(a);let l=[],c=[],h=[],u=[],d=0,f=0;m("z","y","x",-1,-1,i,t,e,a,r,0),m("z","y","x",1,-1,i,t,-e,a,r,1),m("x","z","y",1,1,e,i,t,s,a,2),m("x","z","y",1,-1,e,i,-t,s,a,3),m("x","y","z",1,-1,e,t,i,s,r,4),m("x","y","z",-1,-1,e,t,-i,s,r,5),this.setIndex(l),this.setAttribute("position",new un(c,3)),this.setAttribute("normal",new un(h,3)),this.setAttribute("uv",new un(u,2));function m(y,g,p,S,E,v,C,A,_,T,U){let P=v/_,I=C/T,B=v/2,G=C/2,D=A/2,k=_+1,Y=T+1,z=0,ce=0,$=new X;for(let Q=0;Q<Y;Q++){let te=Q*I-G;for(let fe=0;fe<k;fe++){let he=fe*P-B;$[y]=he*S,$[g]=te*E,$[p]=D,c.push($.x,$.y,$.z),$[y]=0,$[g]=0,$[p]=A>0?1:-1,h.push($.x,$.y,$.z),u.push(fe/_),u.push(1-Q/T),z+=1}}for(let Q=0;Q<T;Q++)for(let te=0;te<_;te++){let fe=d+te+k*Q,he=d+te+k*(Q+1),ee=d+(te+1)+k*(Q+1),ge=d+(te+1)+k*Q;l.push(fe,he,ge),l.push(he,ee,ge),ce+=6}o.addGroup(f,ce,U),f+=ce,d+=z}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},Qo=class n extends Ni{constructor(e=1,t=1,i=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:i,radialSegments:s,heightSegments:r},t=Math.max(0,t),i=Math.max(1,Math.floor(i)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let a=[],o=[],l=[],c=[],h=t/2,u=Math.PI/2*e,d=t,f=2*u+d,m=i*2+r,y=s+1,g=new X,p=new X;for(let S=0;S<=m;S++){let E=0,v=0,C=0,A=0;if(S<=i){let U=S/i,P=U*Math.PI/2;v=-h-e*Math.cos(P),C=e*Math.sin(P),A=-e*Math.cos(P),E=U*u}else if(S<=i+r){let U=(S-i)/r;v=-h+U*t,C=e,A=0,E=u+U*d}else{let U=(S-i-r)/i,P=U*Math.PI/2;v=h+e*Math.sin(P),C=e*Math.cos(P),A=e*Math.sin(P),E=u+d+U*u}let _=Math.max(0,Math.min(1,E/f)),T=0;S===0?T=.5/s:S===m&&(T=-.5/s);for(let U=0;U<=s;U++){let P=U/s,I=P*Math.PI*2,B=Math.sin(I),G=Math.cos(I);p.x=-C*G,p.y=v,p.z=C*B,o.push(p.x,p.y,p.z),g.set(-C*G,A,C*B),g.normalize(),l.push(g.x,g.y,g.z),c.push(P+T,_)}if(S>0){let U=(S-1)*y;for(let P=0;P<s;P++){let I=U+P,B=U+P+1,G=S*y+P,D=S*y+P+1;a.push(I,B,G),a.push(B,D,G)}}}this.setIndex(a),this.setAttribute("position",new un(o,3)),this.setAttribute("normal",new un(l,3)),this.setAttribute("uv",new un(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var el=class n extends Ni{constructor(e=1,t=1,i=1,s=32,r=1,a=!1,o=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:i,radialSegments:s,heightSegments:r,openEnded:a,thetaStart:o,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],m=0,y=[],g=i/2,p=0;S(),a===!1&&(e>0&&E(!0),t>0&&E(!1)),this.setIndex(h),this.setAttribute("position",new un(u,3)),this.setAttribute("normal",new un(d,3)),this.setAttribute("uv",new un(f,2));function S(){let v=new X,C=new X,A=0,_=(t-e)/i;for(let T=0;T<=r;T++){let U=[],P=T/r,I=P*(t-e)+e;for(let B=0;B<=s;B++){let G=B/s,D=G*l+o,k=Math.sin(D),Y=Math.cos(D);C.x=I*k,C.y=-P*i+g,C.z=I*Y,u.push(C.x,C.y,C.z),v.set(k,_,Y).normalize(),d.push(v.x,v.y,v.z),f.push(G,1-P),U.push(m++)}y.push(U)}for(let T=0;T<s;T++)for(let U=0;U<r;U++){let P=y[U][T],I=y[U+1][T],B=y[U+1][T+1],G=y[U][T+1];(e>0||U!==0)&&(h.push(P,I,G),A+=3),(t>0||U!==r-1)&&(h.push(I,B,G),A+=3)}c.addGroup(p,A,0),p+=A}function E(v){let C=m,A=new be,_=new X,T=0,U=v===!0?e:t,P=v===!0?1:-1;for(let B=1;B<=s;B++)u.push(0,g*P,0),d.push(0,P,0),f.push(.5,.5),m++;let I=m;for(let B=0;B<=s;B++){let D=B/s*l+o,k=Math.cos(D),Y=Math.sin(D);_.x=U*Y,_.y=g*P,_.z=U*k,u.push(_.x,_.y,_.z),d.push(0,P,0),A.x=k*.5+.5,A.y=Y*.5*P+.5,f.push(A.x,A.y),m++}for(let B=0;B<s;B++){let G=C+B,D=I+B;v===!0?h.push(D,D+1,G):h.push(D+1,D,G),T+=3}c.addGroup(p,T,v===!0?1:2),p+=T}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var wi=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){rt("Curve: .getPoint() not implemented.")}getPointAt(e,t){let i=this.getUtoTmapping(e);return this.getPoint(i,t)}getPoints(e=5){let t=[];for(let i=0;i<=e;i++)t.push(this.getPoint(i/e));return t}getSpacedPoints(e=5){let t=[];for(let i=0;i<=e;i++)t.push(this.getPointAt(i/e));return t}getLength(){let e=this.getLengths();return e[e.length-1]}getLengths(e=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===e+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let t=[],i,s=this.getPoint(0),r=0;t.push(0);for(let a=1;a<=e;a++)i=this.getPoint(a/e),r+=i.distanceTo(s),t.push(r),s=i;return this.cacheArcLengths=t,t}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(e,t=null){let i=this.getLengths(),s=0,r=i.length,a;t?a=t:a=e*i[r-1];let o=0,l=r-1,c;for(;o<=l;)if(s=Math.floor(o+(l-o)/2),c=i[s]-a,c<0)o=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,i[s]===a)return s/(r-1);let h=i[s],d=i[s+1]-h,f=(a-h)/d;return(s+f)/(r-1)}getTangent(e,t){let s=e-1e-4,r=e+1e-4;s<0&&(s=0),r>1&&(r=1);let a=this.getPoint(s),o=this.getPoint(r),l=t||(a.isVector2?new be:new X);return l.copy(o).sub(a).normalize(),l}getTangentAt(e,t){let i=this.getUtoTmapping(e);return this.getTangent(i,t)}computeFrenetFrames(e,t=!1){let i=new X,s=[],r=[],a=[],o=new X,l=new rn;for(let f=0;f<=e;f++){let m=f/e;s[f]=this.getTangentAt(m,new X)}r[0]=new X,a[0]=new X;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,i.set(1,0,0)),u<=c&&(c=u,i.set(0,1,0)),d<=c&&i.set(0,0,1),o.crossVectors(s[0],i).normalize(),r[0].crossVectors(s[0],o),a[0].crossVectors(s[0],r[0]);for(let f=1;f<=e;f++){if(r[f]=r[f-1].clone(),a[f]=a[f-1].clone(),o.crossVectors(s[f-1],s[f]),o.length()>Number.EPSILON){o.normalize();let m=Math.acos(Tt(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(o,m))}a[f].crossVectors(s[f],r[f])}if(t===!0){let f=Math.acos(Tt(r[0].dot(r[e]),-1,1));f/=e,s[0].dot(o.crossVectors(r[0],r[e]))>0&&(f=-f);for(let m=1;m<=e;m++)r[m].applyMatrix4(l.makeRotationAxis(s[m],f*m)),a[m].crossVectors(s[m],r[m])}return{tangents:s,normals:r,binormals:a}}clone(){return new this.constructor().copy(this)}copy(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let e={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return e.arcLengthDivisions=this.arcLengthDivisions,e.type=this.type,e}fromJSON(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}},za=class extends wi{constructor(e=0,t=0,i=1,s=1,r=0,a=Math.PI*2,o=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=e,this.aY=t,this.xRadius=i,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=a,this.aClockwise=o,this.aRotation=l}getPoint(e,t=new be){let i=t,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,a=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(a?r=0:r=s),this.aClockwise===!0&&!a&&(r===s?r=-s:r=r-s);let o=this.aStartAngle+e*r,l=this.aX+this.xRadius*Math.cos(o),c=this.aY+this.yRadius*Math.sin(o);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return i.set(l,c)}copy(e){return super.copy(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}toJSON(){let e=super.toJSON();return e.aX=this.aX,e.aY=this.aY,e.xRadius=this.xRadius,e.yRadius=this.yRadius,e.aStartAngle=this.aStartAngle,e.aEndAngle=this.aEndAngle,e.aClockwise=this.aClockwise,e.aRotation=this.aRotation,e}fromJSON(e){return super.fromJSON(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}},sh=class extends za{constructor(e,t,i,s,r,a){super(e,t,i,i,s,r,a),this.isArcCurve=!0,this.type="ArcCurve"}};function ap(){let n=0,e=0,t=0,i=0;function s(r,a,o,l){n=r,e=o,t=-3*r+3*a-2*o-l,i=2*r-2*a+o+l}return{initCatmullRom:function(r,a,o,l,c){s(a,o,c*(o-r),c*(l-a))},initNonuniformCatmullRom:function(r,a,o,l,c,h,u){let d=(a-r)/c-(o-r)/(c+h)+(o-a)/h,f=(o-a)/h-(l-a)/(h+u)+(l-o)/u;d*=h,f*=h,s(a,o,d,f)},calc:function(r){let a=r*r,o=a*r;return n+e*r+t*a+i*o}}}var S0=new X,M0=new X,pf=new ap,mf=new ap,gf=new ap,rh=class extends wi{constructor(e=[],t=!1,i="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=e,this.closed=t,this.curveType=i,this.tension=s}getPoint(e,t=new X){let i=t,s=this.points,r=s.length,a=(r-(this.closed?0:1))*e,o=Math.floor(a),l=a-o;this.closed?o+=o>0?0:(Math.floor(Math.abs(o)/r)+1)*r:l===0&&o===r-1&&(o=r-2,l=1);let c,h;this.closed||o>0?c=s[(o-1)%r]:(M0.subVectors(s[0],s[1]).add(s[0]),c=M0);let u=s[o%r],d=s[(o+1)%r];if(this.closed||o+2<r?h=s[(o+2)%r]:(S0.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=S0),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,m=Math.pow(c.distanceToSquared(u),f),y=Math.pow(u.distanceToSquared(d),f),g=Math.pow(d.distanceToSquared(h),f);y<1e-4&&(y=1),m<1e-4&&(m=y),g<1e-4&&(g=y),pf.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,m,y,g),mf.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,m,y,g),gf.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,m,y,g)}else this.curveType==="catmullrom"&&(pf.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),mf.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),gf.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return i.set(pf.calc(l),mf.calc(l),gf.calc(l)),i}copy(e){super.copy(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let s=e.points[t];this.points.push(s.clone())}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,i=this.points.length;t<i;t++){let s=this.points[t];e.points.push(s.toArray())}return e.closed=this.closed,e.curveType=this.curveType,e.tension=this.tension,e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let s=e.points[t];this.points.push(new X().fromArray(s))}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}};function b0(n,e,t,i,s){let r=(i-e)*.5,a=(s-t)*.5,o=n*n,l=n*o;return(2*t-2*i+r+a)*l+(-3*t+3*i-2*r-a)*o+r*n+t}function nb(n,e){let t=1-n;return t*t*e}function ib(n,e){return 2*(1-n)*n*e}function sb(n,e){return n*n*e}function ko(n,e,t,i){return nb(n,e)+ib(n,t)+sb(n,i)}function rb(n,e){let t=1-n;return t*t*t*e}function ab(n,e){let t=1-n;return 3*t*t*n*e}function ob(n,e){return 3*(1-n)*n*n*e}function lb(n,e){return n*n*n*e}function zo(n,e,t,i,s){return rb(n,e)+ab(n,t)+ob(n,i)+lb(n,s)}var tl=class extends wi{constructor(e=new be,t=new be,i=new be,s=new be){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=e,this.v1=t,this.v2=i,this.v3=s}getPoint(e,t=new be){let i=t,s=this.v0,r=this.v1,a=this.v2,o=this.v3;return i.set(zo(e,s.x,r.x,a.x,o.x),zo(e,s.y,r.y,a.y,o.y)),i}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},ah=class extends wi{constructor(e=new X,t=new X,i=new X,s=new X){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=e,this.v1=t,this.v2=i,this.v3=s}getPoint(e,t=new X){let i=t,s=this.v0,r=this.v1,a=this.v2,o=this.v3;return i.set(zo(e,s.x,r.x,a.x,o.x),zo(e,s.y,r.y,a.y,o.y),zo(e,s.z,r.z,a.z,o.z)),i}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},nl=class extends wi{constructor(e=new be,t=new be){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=e,this.v2=t}getPoint(e,t=new be){let i=t;return e===1?i.copy(this.v2):(i.copy(this.v2).sub(this.v1),i.multiplyScalar(e).add(this.v1)),i}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new be){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},oh=class extends wi{constructor(e=new X,t=new X){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=e,this.v2=t}getPoint(e,t=new X){let i=t;return e===1?i.copy(this.v2):(i.copy(this.v2).sub(this.v1),i.multiplyScalar(e).add(this.v1)),i}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new X){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},il=class extends wi{constructor(e=new be,t=new be,i=new be){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=e,this.v1=t,this.v2=i}getPoint(e,t=new be){let i=t,s=this.v0,r=this.v1,a=this.v2;return i.set(ko(e,s.x,r.x,a.x),ko(e,s.y,r.y,a.y)),i}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},lh=class extends wi{constructor(e=new X,t=new X,i=new X){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=e,this.v1=t,this.v2=i}getPoint(e,t=new X){let i=t,s=this.v0,r=this.v1,a=this.v2;return i.set(ko(e,s.x,r.x,a.x),ko(e,s.y,r.y,a.y),ko(e,s.z,r.z,a.z)),i}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},sl=class extends wi{constructor(e=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=e}getPoint(e,t=new be){let i=t,s=this.points,r=(s.length-1)*e,a=Math.floor(r),o=r-a,l=s[a===0?a:a-1],c=s[a],h=s[a>s.length-2?s.length-1:a+1],u=s[a>s.length-3?s.length-1:a+2];return i.set(b0(o,l.x,c.x,h.x,u.x),b0(o,l.y,c.y,h.y,u.y)),i}copy(e){super.copy(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let s=e.points[t];this.points.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,i=this.points.length;t<i;t++){let s=this.points[t];e.points.push(s.toArray())}return e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let s=e.points[t];this.points.push(new be().fromArray(s))}return this}},Mf=Object.freeze({__proto__:null,ArcCurve:sh,CatmullRomCurve3:rh,CubicBezierCurve:tl,CubicBezierCurve3:ah,EllipseCurve:za,LineCurve:nl,LineCurve3:oh,QuadraticBezierCurve:il,QuadraticBezierCurve3:lh,SplineCurve:sl}),ch=class extends wi{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(e){this.curves.push(e)}closePath(){let e=this.curves[0].getPoint(0),t=this.curves[this.curves.length-1].getPoint(1);if(!e.equals(t)){let i=e.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new Mf[i](t,e))}return this}getPoint(e,t){let i=e*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=i){let a=s[r]-i,o=this.curves[r],l=o.getLength(),c=l===0?0:1-a/l;return o.getPointAt(c,t)}r++}return null}getLength(){let e=this.getCurveLengths();return e[e.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let e=[],t=0;for(let i=0,s=this.curves.length;i<s;i++)t+=this.curves[i].getLength(),e.push(t);return this.cacheLengths=e,e}getSpacedPoints(e=40){let t=[];for(let i=0;i<=e;i++)t.push(this.getPoint(i/e));return this.autoClose&&t.push(t[0]),t}getPoints(e=12){let t=[],i;for(let s=0,r=this.curves;s<r.length;s++){let a=r[s],o=a.isEllipseCurve?e*2:a.isLineCurve||a.isLineCurve3?1:a.isSplineCurve?e*a.points.length:e,l=a.getPoints(o);for(let c=0;c<l.length;c++){let h=l[c];i&&i.equals(h)||(t.push(h),i=h)}}return this.autoClose&&t.length>1&&!t[t.length-1].equals(t[0])&&t.push(t[0]),t}copy(e){super.copy(e),this.curves=[];for(let t=0,i=e.curves.length;t<i;t++){let s=e.curves[t];this.curves.push(s.clone())}return this.autoClose=e.autoClose,this.cacheLengths=null,this}toJSON(){let e=super.toJSON();e.autoClose=this.autoClose,e.curves=[];for(let t=0,i=this.curves.length;t<i;t++){let s=this.curves[t];e.curves.push(s.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.autoClose=e.autoClose,this.curves=[];for(let t=0,i=e.curves.length;t<i;t++){let s=e.curves[t];this.curves.push(new Mf[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},rl=class extends ch{constructor(e){super(),this.type="Path",this.currentPoint=new be,e&&this.setFromPoints(e)}setFromPoints(e){this.moveTo(e[0].x,e[0].y);for(let t=1,i=e.length;t<i;t++)this.lineTo(e[t].x,e[t].y);return this}moveTo(e,t){return this.currentPoint.set(e,t),this}lineTo(e,t){let i=new nl(this.currentPoint.clone(),new be(e,t));return this.curves.push(i),this.currentPoint.set(e,t),this}quadraticCurveTo(e,t,i,s){let r=new il(this.currentPoint.clone(),new be(e,t),new be(i,s));return this.curves.push(r),this.currentPoint.set(i,s),this}bezierCurveTo(e,t,i,s,r,a){let o=new tl(this.currentPoint.clone(),new be(e,t),new be(i,s),new be(r,a));return this.curves.push(o),this.currentPoint.set(r,a),this}splineThru(e){let t=[this.currentPoint.clone()].concat(e),i=new sl(t);return this.curves.push(i),this.currentPoint.copy(e[e.length-1]),this}arc(e,t,i,s,r,a){let o=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(e+o,t+l,i,s,r,a),this}absarc(e,t,i,s,r,a){return this.absellipse(e,t,i,i,s,r,a),this}ellipse(e,t,i,s,r,a,o,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(e+c,t+h,i,s,r,a,o,l),this}absellipse(e,t,i,s,r,a,o,l){let c=new za(e,t,i,s,r,a,o,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(e){return super.copy(e),this.currentPoint.copy(e.currentPoint),this}toJSON(){let e=super.toJSON();return e.currentPoint=this.currentPoint.toArray(),e}fromJSON(e){return super.fromJSON(e),this.currentPoint.fromArray(e.currentPoint),this}},Va=class extends rl{constructor(e){super(e),this.uuid=Gr(),this.type="Shape",this.holes=[]}getPointsHoles(e){let t=[];for(let i=0,s=this.holes.length;i<s;i++)t[i]=this.holes[i].getPoints(e);return t}extractPoints(e){return{shape:this.getPoints(e),holes:this.getPointsHoles(e)}}copy(e){super.copy(e),this.holes=[];for(let t=0,i=e.holes.length;t<i;t++){let s=e.holes[t];this.holes.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.uuid=this.uuid,e.holes=[];for(let t=0,i=this.holes.length;t<i;t++){let s=this.holes[t];e.holes.push(s.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.uuid=e.uuid,this.holes=[];for(let t=0,i=e.holes.length;t<i;t++){let s=e.holes[t];this.holes.push(new rl().fromJSON(s))}return this}};function cb(n,e,t=2){let i=e&&e.length,s=i?e[0]*t:n.length,r=y_(n,0,s,t,!0),a=[];if(!r||r.next===r.prev)return a;let o,l,c;if(i&&(r=pb(n,e,r,t)),n.length>80*t){o=n[0],l=n[1];let h=o,u=l;for(let d=t;d<s;d+=t){let f=n[d],m=n[d+1];f<o&&(o=f),m<l&&(l=m),f>h&&(h=f),m>u&&(u=m)}c=Math.max(h-o,u-l),c=c!==0?32767/c:0}return al(r,a,t,o,l,c,0),a}function y_(n,e,t,i,s){let r;if(s===Tb(n,e,t,i)>0)for(let a=e;a<t;a+=i)r=w0(a/i|0,n[a],n[a+1],r);else for(let a=t-i;a>=e;a-=i)r=w0(a/i|0,n[a],n[a+1],r);return r&&Ga(r,r.next)&&(ll(r),r=r.next),r}function Fr(n,e){if(!n)return n;e||(e=n);let t=n,i;do if(i=!1,!t.steiner&&(Ga(t,t.next)||hn(t.prev,t,t.next)===0)){if(ll(t),t=e=t.prev,t===t.next)break;i=!0}else t=t.next;while(i||t!==e);return e}function al(n,e,t,i,s,r,a){if(!n)return;!a&&r&&vb(n,i,s,r);let o=n;for(;n.prev!==n.next;){let l=n.prev,c=n.next;if(r?ub(n,i,s,r):hb(n)){e.push(l.i,n.i,c.i),ll(n),n=c.next,o=c.next;continue}if(n=c,n===o){a?a===1?(n=db(Fr(n),e),al(n,e,t,i,s,r,2)):a===2&&fb(n,e,t,i,s,r):al(Fr(n),e,t,i,s,r,1);break}}}function hb(n){let e=n.prev,t=n,i=n.next;if(hn(e,t,i)>=0)return!1;let s=e.x,r=t.x,a=i.x,o=e.y,l=t.y,c=i.y,h=Math.min(s,r,a),u=Math.min(o,l,c),d=Math.max(s,r,a),f=Math.max(o,l,c),m=i.next;for(;m!==e;){if(m.x>=h&&m.x<=d&&m.y>=u&&m.y<=f&&Uo(s,o,r,l,a,c,m.x,m.y)&&hn(m.prev,m,m.next)>=0)return!1;m=m.next}return!0}function ub(n,e,t,i){let s=n.prev,r=n,a=n.next;if(hn(s,r,a)>=0)return!1;let o=s.x,l=r.x,c=a.x,h=s.y,u=r.y,d=a.y,f=Math.min(o,l,c),m=Math.min(h,u,d),y=Math.max(o,l,c),g=Math.max(h,u,d),p=bf(f,m,e,t,i),S=bf(y,g,e,t,i),E=n.prevZ,v=n.nextZ;for(;E&&E.z>=p&&v&&v.z<=S;){if(E.x>=f&&E.x<=y&&E.y>=m&&E.y<=g&&E!==s&&E!==a&&Uo(o,h,l,u,c,d,E.x,E.y)&&hn(E.prev,E,E.next)>=0||(E=E.prevZ,v.x>=f&&v.x<=y&&v.y>=m&&v.y<=g&&v!==s&&v!==a&&Uo(o,h,l,u,c,d,v.x,v.y)&&hn(v.prev,v,v.next)>=0))return!1;v=v.nextZ}for(;E&&E.z>=p;){if(E.x>=f&&E.x<=y&&E.y>=m&&E.y<=g&&E!==s&&E!==a&&Uo(o,h,l,u,c,d,E.x,E.y)&&hn(E.prev,E,E.next)>=0)return!1;E=E.prevZ}for(;v&&v.z<=S;){if(v.x>=f&&v.x<=y&&v.y>=m&&v.y<=g&&v!==s&&v!==a&&Uo(o,h,l,u,c,d,v.x,v.y)&&hn(v.prev,v,v.next)>=0)return!1;v=v.nextZ}return!0}function db(n,e){let t=n;do{let i=t.prev,s=t.next.next;!Ga(i,s)&&M_(i,t,t.next,s)&&ol(i,s)&&ol(s,i)&&(e.push(i.i,t.i,s.i),ll(t),ll(t.next),t=n=s),t=t.next}while(t!==n);return Fr(t)}function fb(n,e,t,i,s,r){let a=n;do{let o=a.next.next;for(;o!==a.prev;){if(a.i!==o.i&&Mb(a,o)){let l=b_(a,o);a=Fr(a,a.next),l=Fr(l,l.next),al(a,e,t,i,s,r,0),al(l,e,t,i,s,r,0);return}o=o.next}a=a.next}while(a!==n)}function pb(n,e,t,i){let s=[];for(let r=0,a=e.length;r<a;r++){let o=e[r]*i,l=r<a-1?e[r+1]*i:n.length,c=y_(n,o,l,i,!1);c===c.next&&(c.steiner=!0),s.push(Sb(c))}s.sort(mb);for(let r=0;r<s.length;r++)t=gb(s[r],t);return t}function mb(n,e){let t=n.x-e.x;if(t===0&&(t=n.y-e.y,t===0)){let i=(n.next.y-n.y)/(n.next.x-n.x),s=(e.next.y-e.y)/(e.next.x-e.x);t=i-s}return t}function gb(n,e){let t=_b(n,e);if(!t)return e;let i=b_(t,n);return Fr(i,i.next),Fr(t,t.next)}function _b(n,e){let t=e,i=n.x,s=n.y,r=-1/0,a;if(Ga(n,t))return t;do{if(Ga(n,t.next))return t.next;if(s<=t.y&&s>=t.next.y&&t.next.y!==t.y){let u=t.x+(s-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(u<=i&&u>r&&(r=u,a=t.x<t.next.x?t:t.next,u===i))return a}t=t.next}while(t!==e);if(!a)return null;let o=a,l=a.x,c=a.y,h=1/0;t=a;do{if(i>=t.x&&t.x>=l&&i!==t.x&&S_(s<c?i:r,s,l,c,s<c?r:i,s,t.x,t.y)){let u=Math.abs(s-t.y)/(i-t.x);ol(t,n)&&(u<h||u===h&&(t.x>a.x||t.x===a.x&&xb(a,t)))&&(a=t,h=u)}t=t.next}while(t!==o);return a}function xb(n,e){return hn(n.prev,n,e.prev)<0&&hn(e.next,n,n.next)<0}function vb(n,e,t,i){let s=n;do s.z===0&&(s.z=bf(s.x,s.y,e,t,i)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==n);s.prevZ.nextZ=null,s.prevZ=null,yb(s)}function yb(n){let e,t=1;do{let i=n,s;n=null;let r=null;for(e=0;i;){e++;let a=i,o=0;for(let c=0;c<t&&(o++,a=a.nextZ,!!a);c++);let l=t;for(;o>0||l>0&&a;)o!==0&&(l===0||!a||i.z<=a.z)?(s=i,i=i.nextZ,o--):(s=a,a=a.nextZ,l--),r?r.nextZ=s:n=s,s.prevZ=r,r=s;i=a}r.nextZ=null,t*=2}while(e>1);return n}function bf(n,e,t,i,s){return n=(n-t)*s|0,e=(e-i)*s|0,n=(n|n<<8)&16711935,n=(n|n<<4)&252645135,n=(n|n<<2)&858993459,n=(n|n<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,n|e<<1}function Sb(n){let e=n,t=n;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==n);return t}function S_(n,e,t,i,s,r,a,o){return(s-a)*(e-o)>=(n-a)*(r-o)&&(n-a)*(i-o)>=(t-a)*(e-o)&&(t-a)*(r-o)>=(s-a)*(i-o)}function Uo(n,e,t,i,s,r,a,o){return!(n===a&&e===o)&&S_(n,e,t,i,s,r,a,o)}function Mb(n,e){return n.next.i!==e.i&&n.prev.i!==e.i&&!bb(n,e)&&(ol(n,e)&&ol(e,n)&&wb(n,e)&&(hn(n.prev,n,e.prev)||hn(n,e.prev,e))||Ga(n,e)&&hn(n.prev,n,n.next)>0&&hn(e.prev,e,e.next)>0)}function hn(n,e,t){return(e.y-n.y)*(t.x-e.x)-(e.x-n.x)*(t.y-e.y)}function Ga(n,e){return n.x===e.x&&n.y===e.y}function M_(n,e,t,i){let s=Fc(hn(n,e,t)),r=Fc(hn(n,e,i)),a=Fc(hn(t,i,n)),o=Fc(hn(t,i,e));return!!(s!==r&&a!==o||s===0&&Uc(n,t,e)||r===0&&Uc(n,i,e)||a===0&&Uc(t,n,i)||o===0&&Uc(t,e,i))}function Uc(n,e,t){return e.x<=Math.max(n.x,t.x)&&e.x>=Math.min(n.x,t.x)&&e.y<=Math.max(n.y,t.y)&&e.y>=Math.min(n.y,t.y)}function Fc(n){return n>0?1:n<0?-1:0}function bb(n,e){let t=n;do{if(t.i!==n.i&&t.next.i!==n.i&&t.i!==e.i&&t.next.i!==e.i&&M_(t,t.next,n,e))return!0;t=t.next}while(t!==n);return!1}function ol(n,e){return hn(n.prev,n,n.next)<0?hn(n,e,n.next)>=0&&hn(n,n.prev,e)>=0:hn(n,e,n.prev)<0||hn(n,n.next,e)<0}function wb(n,e){let t=n,i=!1,s=(n.x+e.x)/2,r=(n.y+e.y)/2;do t.y>r!=t.next.y>r&&t.next.y!==t.y&&s<(t.next.x-t.x)*(r-t.y)/(t.next.y-t.y)+t.x&&(i=!i),t=t.next;while(t!==n);return i}function b_(n,e){let t=wf(n.i,n.x,n.y),i=wf(e.i,e.x,e.y),s=n.next,r=e.prev;return n.next=e,e.prev=n,t.next=s,s.prev=t,i.next=t,t.prev=i,r.next=i,i.prev=r,i}function w0(n,e,t,i){let s=wf(n,e,t);return i?(s.next=i.next,s.prev=i,i.next.prev=s,i.next=s):(s.prev=s,s.next=s),s}function ll(n){n.next.prev=n.prev,n.prev.next=n.next,n.prevZ&&(n.prevZ.nextZ=n.nextZ),n.nextZ&&(n.nextZ.prevZ=n.prevZ)}function wf(n,e,t){return{i:n,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Tb(n,e,t,i){let s=0;for(let r=e,a=t-i;r<t;r+=i)s+=(n[a]-n[r])*(n[r+1]+n[a+1]),a=r;return s}var Tf=class{static triangulate(e,t,i=2){return cb(e,t,i)}},Ur=class n{static area(e){let t=e.length,i=0;for(let s=t-1,r=0;r<t;s=r++)i+=e[s].x*e[r].y-e[r].x*e[s].y;return i*.5}static isClockWise(e){return n.area(e)<0}static triangulateShape(e,t){let i=[],s=[],r=[];T0(e),E0(i,e);let a=e.length;t.forEach(T0);for(let l=0;l<t.length;l++)s.push(a),a+=t[l].length,E0(i,t[l]);let o=Tf.triangulate(i,s);for(let l=0;l<o.length;l+=3)r.push(o.slice(l,l+3));return r}};function T0(n){let e=n.length;e>2&&n[e-1].equals(n[0])&&n.pop()}function E0(n,e){for(let t=0;t<e.length;t++)n.push(e[t].x),n.push(e[t].y)}var cl=class n extends Ni{constructor(e=new Va([new be(.5,.5),new be(-.5,.5),new be(-.5,-.5),new be(.5,-.5)]),t={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:e,options:t},e=Array.isArray(e)?e:[e];let i=this,s=[],r=[];for(let o=0,l=e.length;o<l;o++){let c=e[o];a(c)}this.setAttribute("position",new un(s,3)),this.setAttribute("uv",new un(r,2)),this.computeVertexNormals();function a(o){let l=[],c=t.curveSegments!==void 0?t.curveSegments:12,h=t.steps!==void 0?t.steps:1,u=t.depth!==void 0?t.depth:1,d=t.bevelEnabled!==void 0?t.bevelEnabled:!0,f=t.bevelThickness!==void 0?t.bevelThickness:.2,m=t.bevelSize!==void 0?t.bevelSize:f-.1,y=t.bevelOffset!==void 0?t.bevelOffset:0,g=t.bevelSegments!==void 0?t.bevelSegments:3,p=t.extrudePath,S=t.UVGenerator!==void 0?t.UVGenerator:Eb,E,v=!1,C,A,_,T;if(p){E=p.getSpacedPoints(h),v=!0,d=!1;let ae=p.isCatmullRomCurve3?p.closed:!1;C=p.computeFrenetFrames(h,ae),A=new X,_=new X,T=new X}d||(g=0,f=0,m=0,y=0);let U=o.extractPoints(c),P=U.shape,I=U.holes;if(!Ur.isClockWise(P)){P=P.reverse();for(let ae=0,ve=I.length;ae<ve;ae++){let _e=I[ae];Ur.isClockWise(_e)&&(I[ae]=_e.reverse())}}function G(ae){let _e=10000000000000001e-36,Be=ae[0];for(let De=1;De<=ae.length;De++){let st=De%ae.length,ke=ae[st],vt=ke.x-Be.x,gt=ke.y-Be.y,Mt=vt*vt+gt*gt,F=Math.max(Math.abs(ke.x),Math.abs(ke.y),Math.abs(Be.x),Math.abs(Be.y)),Se=_e*F*F;if(Mt<=Se){ae.splice(st,1),De--;continue}Be=ke}}G(P),I.forEach(G);let D=I.length,k=P;for(let ae=0;ae<D;ae++){let ve=I[ae];P=P.concat(ve)}function Y(ae,ve,_e){return ve||ft("ExtrudeGeometry: vec does not exist"),ae.clone().addScaledVector(ve,_e)}let z=P.length;function ce(ae,ve,_e){let Be,De,st,ke=ae.x-ve.x,vt=ae.y-ve.y,gt=_e.x-ae.x,Mt=_e.y-ae.y,F=ke*ke+vt*vt,Se=ke*Mt-vt*gt;if(Math.abs(Se)>Number.EPSILON){let qe=Math.sqrt(F),pt=Math.sqrt(gt*gt+Mt*Mt),Te=ve.x-vt/qe,Vt=ve.y+ke/qe,$e=_e.x-Mt/pt,et=_e.y+gt/pt,R=(($e-Te)*Mt-(et-Vt)*gt)/(ke*Mt-vt*gt);Be=Te+ke*R-ae.x,De=Vt+vt*R-ae.y;let M=Be*Be+De*De;if(M<=2)return new be(Be,De);st=Math.sqrt(M/2)}else{let qe=!1;ke>Number.EPSILON?gt>Number.EPSILON&&(qe=!0):ke<-Number.EPSILON?gt<-Number.EPSILON&&(qe=!0):Math.sign(vt)===Math.sign(Mt)&&(qe=!0),qe?(Be=-vt,De=ke,st=Math.sqrt(F)):(Be=ke,De=vt,st=Math.sqrt(F/2))}return new be(Be/st,De/st)}let $=[];for(let ae=0,ve=k.length,_e=ve-1,Be=ae+1;ae<ve;ae++,_e++,Be++)_e===ve&&(_e=0),Be===ve&&(Be=0),$[ae]=ce(k[ae],k[_e],k[Be]);let Q=[],te,fe=$.concat();for(let ae=0,ve=D;ae<ve;ae++){let _e=I[ae];te=[];for(let Be=0,De=_e.length,st=De-1,ke=Be+1;Be<De;Be++,st++,ke++)st===De&&(st=0),ke===De&&(ke=0),te[Be]=ce(_e[Be],_e[st],_e[ke]);Q.push(te),fe=fe.concat(te)}let he;if(g===0)he=Ur.triangulateShape(k,I);else{let ae=[],ve=[];for(let _e=0;_e<g;_e++){let Be=_e/g,De=f*Math.cos(Be*Math.PI/2),st=m*Math.sin(Be*Math.PI/2)+y;for(let ke=0,vt=k.length;ke<vt;ke++){let gt=Y(k[ke],$[ke],st);Ge(gt.x,gt.y,-De),Be===0&&ae.push(gt)}for(let ke=0,vt=D;ke<vt;ke++){let gt=I[ke];te=Q[ke];let Mt=[];for(let F=0,Se=gt.length;F<Se;F++){let qe=Y(gt[F],te[F],st);Ge(qe.x,qe.y,-De),Be===0&&Mt.push(qe)}Be===0&&ve.push(Mt)}}he=Ur.triangulateShape(ae,ve)}let ee=he.length,ge=m+y;for(let ae=0;ae<z;ae++){let ve=d?Y(P[ae],fe[ae],ge):P[ae];v?(_.copy(C.normals[0]).multiplyScalar(ve.x),A.copy(C.binormals[0]).multiplyScalar(ve.y),T.copy(E[0]).add(_).add(A),Ge(T.x,T.y,T.z)):Ge(ve.x,ve.y,0)}for(let ae=1;ae<=h;ae++)for(let ve=0;ve<z;ve++){let _e=d?Y(P[ve],fe[ve],ge):P[ve];v?(_.copy(C.normals[ae]).multiplyScalar(_e.x),A.copy(C.binormals[ae]).multiplyScalar(_e.y),T.copy(E[ae]).add(_).add(A),Ge(T.x,T.y,T.z)):Ge(_e.x,_e.y,u/h*ae)}for(let ae=g-1;ae>=0;ae--){let ve=ae/g,_e=f*Math.cos(ve*Math.PI/2),Be=m*Math.sin(ve*Math.PI/2)+y;for(let De=0,st=k.length;De<st;De++){let ke=Y(k[De],$[De],Be);Ge(ke.x,ke.y,u+_e)}for(let De=0,st=I.length;De<st;De++){let ke=I[De];te=Q[De];for(let vt=0,gt=ke.length;vt<gt;vt++){let Mt=Y(ke[vt],te[vt],Be);v?Ge(Mt.x,Mt.y+E[h-1].y,E[h-1].x+_e):Ge(Mt.x,Mt.y,u+_e)}}}xe(),Le();function xe(){let ae=s.length/3;if(d){let ve=0,_e=z*ve;for(let Be=0;Be<ee;Be++){let De=he[Be];ot(De[2]+_e,De[1]+_e,De[0]+_e)}ve=h+g*2,_e=z*ve;for(let Be=0;Be<ee;Be++){let De=he[Be];ot(De[0]+_e,De[1]+_e,De[2]+_e)}}else{for(let ve=0;ve<ee;ve++){let _e=he[ve];ot(_e[2],_e[1],_e[0])}for(let ve=0;ve<ee;ve++){let _e=he[ve];ot(_e[0]+z*h,_e[1]+z*h,_e[2]+z*h)}}i.addGroup(ae,s.length/3-ae,0)}function Le(){let ae=s.length/3,ve=0;we(k,ve),ve+=k.length;for(let _e=0,Be=I.length;_e<Be;_e++){let De=I[_e];we(De,ve),ve+=De.length}i.addGroup(ae,s.length/3-ae,1)}function we(ae,ve){let _e=ae.length;for(;--_e>=0;){let Be=_e,De=_e-1;De<0&&(De=ae.length-1);for(let st=0,ke=h+g*2;st<ke;st++){let vt=z*st,gt=z*(st+1),Mt=ve+Be+vt,F=ve+De+vt,Se=ve+De+gt,qe=ve+Be+gt;Ke(Mt,F,Se,qe)}}}function Ge(ae,ve,_e){l.push(ae),l.push(ve),l.push(_e)}function ot(ae,ve,_e){lt(ae),lt(ve),lt(_e);let Be=s.length/3,De=S.generateTopUV(i,s,Be-3,Be-2,Be-1);at(De[0]),at(De[1]),at(De[2])}function Ke(ae,ve,_e,Be){lt(ae),lt(ve),lt(Be),lt(ve),lt(_e),lt(Be);let De=s.length/3,st=S.generateSideWallUV(i,s,De-6,De-3,De-2,De-1);at(st[0]),at(st[1]),at(st[3]),at(st[1]),at(st[2]),at(st[3])}function lt(ae){s.push(l[ae*3+0]),s.push(l[ae*3+1]),s.push(l[ae*3+2])}function at(ae){r.push(ae.x),r.push(ae.y)}}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON(),t=this.parameters.shapes,i=this.parameters.options;return Ab(t,i,e)}static fromJSON(e,t){let i=[];for(let r=0,a=e.shapes.length;r<a;r++){let o=t[e.shapes[r]];i.push(o)}let s=e.options.extrudePath;return s!==void 0&&(e.options.extrudePath=new Mf[s.type]().fromJSON(s)),new n(i,e.options)}},Eb={generateTopUV:function(n,e,t,i,s){let r=e[t*3],a=e[t*3+1],o=e[i*3],l=e[i*3+1],c=e[s*3],h=e[s*3+1];return[new be(r,a),new be(o,l),new be(c,h)]},generateSideWallUV:function(n,e,t,i,s,r){let a=e[t*3],o=e[t*3+1],l=e[t*3+2],c=e[i*3],h=e[i*3+1],u=e[i*3+2],d=e[s*3],f=e[s*3+1],m=e[s*3+2],y=e[r*3],g=e[r*3+1],p=e[r*3+2];return Math.abs(o-h)<Math.abs(a-c)?[new be(a,1-l),new be(c,1-u),new be(d,1-m),new be(y,1-p)]:[new be(o,1-l),new be(h,1-u),new be(f,1-m),new be(g,1-p)]}};function Ab(n,e,t){if(t.shapes=[],Array.isArray(n))for(let i=0,s=n.length;i<s;i++){let r=n[i];t.shapes.push(r.uuid)}else t.shapes.push(n.uuid);return t.options=Object.assign({},e),e.extrudePath!==void 0&&(t.options.extrudePath=e.extrudePath.toJSON()),t}var rr=class n extends Ni{constructor(e=1,t=1,i=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:s};let r=e/2,a=t/2,o=Math.floor(i),l=Math.floor(s),c=o+1,h=l+1,u=e/o,d=t/l,f=[],m=[],y=[],g=[];for(let p=0;p<h;p++){let S=p*d-a;for(let E=0;E<c;E++){let v=E*u-r;m.push(v,-S,0),y.push(0,0,1),g.push(E/o),g.push(1-p/l)}}for(let p=0;p<l;p++)for(let S=0;S<o;S++){let E=S+c*p,v=S+c*(p+1),C=S+1+c*(p+1),A=S+1+c*p;f.push(E,v,A),f.push(v,C,A)}this.setIndex(f),this.setAttribute("position",new un(m,3)),this.setAttribute("normal",new un(y,3)),this.setAttribute("uv",new un(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};var Ha=class n extends Ni{constructor(e=1,t=32,i=16,s=0,r=Math.PI*2,a=0,o=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:i,phiStart:s,phiLength:r,thetaStart:a,thetaLength:o},t=Math.max(3,Math.floor(t)),i=Math.max(2,Math.floor(i));let l=Math.min(a+o,Math.PI),c=0,h=[],u=new X,d=new X,f=[],m=[],y=[],g=[];for(let p=0;p<=i;p++){let S=[],E=p/i,v=a+E*o,C=e*Math.cos(v),A=Math.sqrt(e*e-C*C),_=0;p===0&&a===0?_=.5/t:p===i&&l===Math.PI&&(_=-.5/t);for(let T=0;T<=t;T++){let U=T/t,P=s+U*r;u.x=-A*Math.cos(P),u.y=C,u.z=A*Math.sin(P),m.push(u.x,u.y,u.z),d.copy(u).normalize(),y.push(d.x,d.y,d.z),g.push(U+_,1-E),S.push(c++)}h.push(S)}for(let p=0;p<i;p++)for(let S=0;S<t;S++){let E=h[p][S+1],v=h[p][S],C=h[p+1][S],A=h[p+1][S+1];(p!==0||a>0)&&f.push(E,v,A),(p!==i-1||l<Math.PI)&&f.push(v,C,A)}this.setIndex(f),this.setAttribute("position",new un(m,3)),this.setAttribute("normal",new un(y,3)),this.setAttribute("uv",new un(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var hl=class extends Us{constructor(e){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new St(0),this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.fog=e.fog,this}};function Hr(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let s=n[t][i];if(A0(s))s.isRenderTargetTexture?(rt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=s.clone();else if(Array.isArray(s))if(A0(s[0])){let r=[];for(let a=0,o=s.length;a<o;a++)r[a]=s[a].clone();e[t][i]=r}else e[t][i]=s.slice();else e[t][i]=s}}return e}function Zn(n){let e={};for(let t=0;t<n.length;t++){let i=Hr(n[t]);for(let s in i)e[s]=i[s]}return e}function A0(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function Cb(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function op(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:Dt.workingColorSpace}var w_={clone:Hr,merge:Zn},Rb=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Pb=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ui=class extends Us{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Rb,this.fragmentShader=Pb,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Hr(e.uniforms),this.uniformsGroups=Cb(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let a=this.uniforms[s].value;a&&a.isTexture?t.uniforms[s]={type:"t",value:a.toJSON(e).uuid}:a&&a.isColor?t.uniforms[s]={type:"c",value:a.getHex()}:a&&a.isVector2?t.uniforms[s]={type:"v2",value:a.toArray()}:a&&a.isVector3?t.uniforms[s]={type:"v3",value:a.toArray()}:a&&a.isVector4?t.uniforms[s]={type:"v4",value:a.toArray()}:a&&a.isMatrix3?t.uniforms[s]={type:"m3",value:a.toArray()}:a&&a.isMatrix4?t.uniforms[s]={type:"m4",value:a.toArray()}:t.uniforms[s]={value:a}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let s in this.extensions)this.extensions[s]===!0&&(i[s]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let s=e.uniforms[i];switch(this.uniforms[i]={},s.type){case"t":this.uniforms[i].value=t[s.value]||null;break;case"c":this.uniforms[i].value=new St().setHex(s.value);break;case"v2":this.uniforms[i].value=new be().fromArray(s.value);break;case"v3":this.uniforms[i].value=new X().fromArray(s.value);break;case"v4":this.uniforms[i].value=new on().fromArray(s.value);break;case"m3":this.uniforms[i].value=new _t().fromArray(s.value);break;case"m4":this.uniforms[i].value=new rn().fromArray(s.value);break;default:this.uniforms[i].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},hh=class extends Ui{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},ul=class extends Us{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new St(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new St(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=hu,this.normalScale=new be(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ns,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var uh=class extends Us{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=s_,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},dh=class extends Us{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Ca(n,e){return!n||n.constructor===e?n:typeof e.BYTES_PER_ELEMENT=="number"?new e(n):Array.prototype.slice.call(n)}function Oc(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var ar=class{constructor(e,t,i,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(i),this.sampleValues=t,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,i=this._cachedIndex,s=t[i],r=t[i-1];e:{t:{let a;n:{i:if(!(e<s)){for(let o=i+2;;){if(s===void 0){if(e<r)break i;return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===o)break;if(r=s,s=t[++i],e<s)break t}a=t.length;break n}if(!(e>=r)){let o=t[1];e<o&&(i=2,r=o);for(let l=i-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===l)break;if(s=r,r=t[--i-1],e>=r)break t}a=i,i=0;break n}break e}for(;i<a;){let o=i+a>>>1;e<t[o]?a=o:i=o+1}if(s=t[i],r=t[i-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,r,s)}return this.interpolate_(i,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,i=this.sampleValues,s=this.valueSize,r=e*s;for(let a=0;a!==s;++a)t[a]=i[r+a];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},fh=class extends ar{constructor(e,t,i,s){super(e,t,i,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:vf,endingEnd:vf}}intervalChanged_(e,t,i){let s=this.parameterPositions,r=e-2,a=e+1,o=s[r],l=s[a];if(o===void 0)switch(this.getSettings_().endingStart){case yf:r=e,o=2*t-i;break;case Sf:r=s.length-2,o=t+s[r]-s[r+1];break;default:r=e,o=i}if(l===void 0)switch(this.getSettings_().endingEnd){case yf:a=e,l=2*i-t;break;case Sf:a=1,l=i+s[1]-s[0];break;default:a=e-1,l=t}let c=(i-t)*.5,h=this.valueSize;this._weightPrev=c/(t-o),this._weightNext=c/(l-i),this._offsetPrev=r*h,this._offsetNext=a*h}interpolate_(e,t,i,s){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=e*o,c=l-o,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,m=(i-t)/(s-t),y=m*m,g=y*m,p=-d*g+2*d*y-d*m,S=(1+d)*g+(-1.5-2*d)*y+(-.5+d)*m+1,E=(-1-f)*g+(1.5+f)*y+.5*m,v=f*g-f*y;for(let C=0;C!==o;++C)r[C]=p*a[h+C]+S*a[c+C]+E*a[l+C]+v*a[u+C];return r}},ph=class extends ar{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e,t,i,s){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=e*o,c=l-o,h=(i-t)/(s-t),u=1-h;for(let d=0;d!==o;++d)r[d]=a[c+d]*u+a[l+d]*h;return r}},mh=class extends ar{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e){return this.copySampleValue_(e-1)}},gh=class extends ar{interpolate_(e,t,i,s){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=e*o,c=l-o,h=this.inTangents,u=this.outTangents;if(!h||!u){let m=(i-t)/(s-t),y=1-m;for(let g=0;g!==o;++g)r[g]=a[c+g]*y+a[l+g]*m;return r}let d=o*2,f=e-1;for(let m=0;m!==o;++m){let y=a[c+m],g=a[l+m],p=f*d+m*2,S=u[p],E=u[p+1],v=e*d+m*2,C=h[v],A=h[v+1],_=Lb(i,t,S,C,s);r[m]=T_(_,y,E,A,g)}return r}};function T_(n,e,t,i,s){let r=1-n;return r*r*r*e+3*r*r*n*t+3*r*n*n*i+n*n*n*s}function Ib(n,e,t,i,s){let r=1-n;return 3*r*r*(t-e)+6*r*n*(i-t)+3*n*n*(s-i)}function Lb(n,e,t,i,s){let r=(n-e)/(s-e);for(let a=0;a<8;a++){let o=T_(r,e,t,i,s)-n;if(Math.abs(o)<1e-10)break;let l=Ib(r,e,t,i,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-o/l))}return r}var Ti=class{constructor(e,t,i,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Ca(t,this.TimeBufferType),this.values=Ca(i,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,i;if(t.toJSON!==this.toJSON)i=t.toJSON(e);else{i={name:e.name,times:Ca(e.times,Array),values:Ca(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(i.interpolation=s),Oc(e.settings)&&(i.settings={inTangents:Ca(e.settings.inTangents,Array),outTangents:Ca(e.settings.outTangents,Array)})}return i.type=e.ValueTypeName,i}InterpolantFactoryMethodDiscrete(e){return new mh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new ph(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new fh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new gh(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Vo:t=this.InterpolantFactoryMethodDiscrete;break;case Kc:t=this.InterpolantFactoryMethodLinear;break;case zc:t=this.InterpolantFactoryMethodSmooth;break;case xf:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return rt("KeyframeTrack:",i),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Vo;case this.InterpolantFactoryMethodLinear:return Kc;case this.InterpolantFactoryMethodSmooth:return zc;case this.InterpolantFactoryMethodBezier:return xf}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let i=0,s=t.length;i!==s;++i)t[i]+=e;Oc(this.settings)&&(C0(this.settings.inTangents,e),C0(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let i=0,s=t.length;i!==s;++i)t[i]*=e;Oc(this.settings)&&(R0(this.settings.inTangents,e),R0(this.settings.outTangents,e))}return this}trim(e,t){let i=this.times,s=i.length,r=0,a=s-1;for(;r!==s&&i[r]<e;)++r;for(;a!==-1&&i[a]>t;)--a;if(++a,r!==0||a!==s){r>=a&&(a=Math.max(a,1),r=a-1);let o=this.getValueSize();this.times=i.slice(r,a),this.values=this.values.slice(r*o,a*o)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(ft("KeyframeTrack: Invalid value size in track.",this),e=!1);let i=this.times,s=this.values,r=i.length;r===0&&(ft("KeyframeTrack: Track is empty.",this),e=!1);let a=null;for(let o=0;o!==r;o++){let l=i[o];if(typeof l=="number"&&isNaN(l)){ft("KeyframeTrack: Time is not a valid number.",this,o,l),e=!1;break}if(a!==null&&a>l){ft("KeyframeTrack: Out of order keys.",this,o,l,a),e=!1;break}a=l}if(s!==void 0&&MM(s))for(let o=0,l=s.length;o!==l;++o){let c=s[o];if(isNaN(c)){ft("KeyframeTrack: Value is not a valid number.",this,o,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),i=this.getValueSize(),s=this.getInterpolation()===zc,r=e.length-1,a=1;for(let o=1;o<r;++o){let l=!1,c=e[o],h=e[o+1];if(c!==h&&(o!==1||c!==e[0]))if(s)l=!0;else{let u=o*i,d=u-i,f=u+i;for(let m=0;m!==i;++m){let y=t[u+m];if(y!==t[d+m]||y!==t[f+m]){l=!0;break}}}if(l){if(o!==a){e[a]=e[o];let u=o*i,d=a*i;for(let f=0;f!==i;++f)t[d+f]=t[u+f]}++a}}if(r>0){e[a]=e[r];for(let o=r*i,l=a*i,c=0;c!==i;++c)t[l+c]=t[o+c];++a}return a!==e.length?(this.times=e.slice(0,a),this.values=t.slice(0,a*i)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),i=this.constructor,s=new i(this.name,e,t);return s.createInterpolant=this.createInterpolant,Oc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function C0(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]+=e}function R0(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]*=e}Ti.prototype.ValueTypeName="";Ti.prototype.TimeBufferType=Float32Array;Ti.prototype.ValueBufferType=Float32Array;Ti.prototype.DefaultInterpolation=Kc;var or=class extends Ti{constructor(e,t,i){super(e,t,i)}};or.prototype.ValueTypeName="bool";or.prototype.ValueBufferType=Array;or.prototype.DefaultInterpolation=Vo;or.prototype.InterpolantFactoryMethodLinear=void 0;or.prototype.InterpolantFactoryMethodSmooth=void 0;var _h=class extends Ti{constructor(e,t,i,s){super(e,t,i,s)}};_h.prototype.ValueTypeName="color";var xh=class extends Ti{constructor(e,t,i,s){super(e,t,i,s)}};xh.prototype.ValueTypeName="number";var vh=class extends ar{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e,t,i,s){let r=this.resultBuffer,a=this.sampleValues,o=this.valueSize,l=(i-t)/(s-t),c=e*o;for(let h=c+o;c!==h;c+=4)si.slerpFlat(r,0,a,c-o,a,c,l);return r}},dl=class extends Ti{constructor(e,t,i,s){super(e,t,i,s)}InterpolantFactoryMethodLinear(e){return new vh(this.times,this.values,this.getValueSize(),e)}};dl.prototype.ValueTypeName="quaternion";dl.prototype.InterpolantFactoryMethodSmooth=void 0;var lr=class extends Ti{constructor(e,t,i){super(e,t,i)}};lr.prototype.ValueTypeName="string";lr.prototype.ValueBufferType=Array;lr.prototype.DefaultInterpolation=Vo;lr.prototype.InterpolantFactoryMethodLinear=void 0;lr.prototype.InterpolantFactoryMethodSmooth=void 0;var yh=class extends Ti{constructor(e,t,i,s){super(e,t,i,s)}};yh.prototype.ValueTypeName="vector";var Sh=class{constructor(e,t,i){let s=this,r=!1,a=0,o=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=i,this._abortController=null,this.itemStart=function(h){o++,r===!1&&s.onStart!==void 0&&s.onStart(h,a,o),r=!0},this.itemEnd=function(h){a++,s.onProgress!==void 0&&s.onProgress(h,a,o),a===o&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],m=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return m}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},E_=new Sh,Mh=class{constructor(e){this.manager=e!==void 0?e:E_,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let i=this;return new Promise(function(s,r){i.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Mh.DEFAULT_MATERIAL_NAME="__DEFAULT";var Wa=class extends Yn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new St(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},fl=class extends Wa{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Yn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new St(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},_f=new rn,P0=new X,I0=new X,bh=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new be(512,512),this.mapType=li,this.map=null,this.mapPass=null,this.matrix=new rn,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ir,this._frameExtents=new be(1,1),this._viewportCount=1,this._viewports=[new on(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;P0.setFromMatrixPosition(e.matrixWorld),t.position.copy(P0),I0.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(I0),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,s){_f.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),i.setFromProjectionMatrix(_f,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,a=s?s.z/r.x:1,o=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===Da||e.reversedDepth?t.set(.5*a,0,0,.5*a+l,0,.5*o,0,.5*o+c,0,0,1,0,0,0,0,1):t.set(.5*a,0,0,.5*a+l,0,.5*o,0,.5*o+c,0,0,.5,.5,0,0,0,1),t.multiply(_f)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Bc=new X,kc=new si,hs=new X,pl=class extends Yn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new rn,this.projectionMatrix=new rn,this.projectionMatrixInverse=new rn,this.coordinateSystem=Di,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Bc,kc,hs),hs.x===1&&hs.y===1&&hs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Bc,kc,hs.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Bc,kc,hs),hs.x===1&&hs.y===1&&hs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Bc,kc,hs.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},er=new X,L0=new be,D0=new be,ni=class extends pl{constructor(e=50,t=1,i=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Ua*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(Oo*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Ua*2*Math.atan(Math.tan(Oo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){er.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(er.x,er.y).multiplyScalar(-e/er.z),er.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(er.x,er.y).multiplyScalar(-e/er.z)}getViewSize(e,t){return this.getViewBounds(e,L0,D0),t.subVectors(D0,L0)}setViewOffset(e,t,i,s,r,a){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(Oo*.5*this.fov)/this.zoom,i=2*t,s=this.aspect*i,r=-.5*s,a=this.view;if(this.view!==null&&this.view.enabled){let l=a.fullWidth,c=a.fullHeight;r+=a.offsetX*s/l,t-=a.offsetY*i/c,s*=a.width/l,i*=a.height/c}let o=this.filmOffset;o!==0&&(r+=e*o/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var ml=class extends pl{constructor(e=-1,t=1,i=1,s=-1,r=.1,a=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=s,this.near=r,this.far=a,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,s,r,a){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=i-e,a=i+e,o=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,a=r+c*this.view.width,o-=h*this.view.offsetY,l=o-h*this.view.height}this.projectionMatrix.makeOrthographic(r,a,o,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Ef=class extends bh{constructor(){super(new ml(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},gl=class extends Wa{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Yn.DEFAULT_UP),this.updateMatrix(),this.target=new Yn,this.shadow=new Ef}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},_l=class extends Wa{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var Ra=-90,Pa=1,Xa=class extends Yn{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new ni(Ra,Pa,e,t);s.layers=this.layers,this.add(s);let r=new ni(Ra,Pa,e,t);r.layers=this.layers,this.add(r);let a=new ni(Ra,Pa,e,t);a.layers=this.layers,this.add(a);let o=new ni(Ra,Pa,e,t);o.layers=this.layers,this.add(o);let l=new ni(Ra,Pa,e,t);l.layers=this.layers,this.add(l);let c=new ni(Ra,Pa,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,s,r,a,o,l]=t;for(let c of t)this.remove(c);if(e===Di)i.up.set(0,1,0),i.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),a.up.set(0,0,1),a.lookAt(0,-1,0),o.up.set(0,1,0),o.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===Da)i.up.set(0,-1,0),i.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),a.up.set(0,0,-1),a.lookAt(0,-1,0),o.up.set(0,-1,0),o.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,a,o,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),m=e.xr.enabled;e.xr.enabled=!1;let y=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let g=!1;e.isWebGLRenderer===!0?g=e.state.buffers.depth.getReversed():g=e.reversedDepthBuffer,e.setRenderTarget(i,0,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(i,1,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(i,2,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,3,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(i,4,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),i.texture.mipmapsAutoUpdate=y,e.setRenderTarget(i,5,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=m,i.texture.needsPMREMUpdate=!0}},wh=class extends ni{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var lp="\\[\\]\\.:\\/",Db=new RegExp("["+lp+"]","g"),cp="[^"+lp+"]",Nb="[^"+lp.replace("\\.","")+"]",Ub=/((?:WC+[\/:])*)/.source.replace("WC",cp),Fb=/(WCOD+)?/.source.replace("WCOD",Nb),Ob=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",cp),Bb=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",cp),kb=new RegExp("^"+Ub+Fb+Ob+Bb+"$"),zb=["material","materials","bones","map"],Af=class{constructor(e,t,i){let s=i||sn.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let i=this._targetGroup.nCachedObjects_,s=this._bindings[i];s!==void 0&&s.getValue(e,t)}setValue(e,t){let i=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=i.length;s!==r;++s)i[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].unbind()}},sn=class n{constructor(e,t,i){this.path=t,this.parsedPath=i||n.parseTrackName(t),this.node=n.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,i){return e&&e.isAnimationObjectGroup?new n.Composite(e,t,i):new n(e,t,i)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Db,"")}static parseTrackName(e){let t=kb.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let i={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=i.nodeName&&i.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=i.nodeName.substring(s+1);zb.indexOf(r)!==-1&&(i.nodeName=i.nodeName.substring(0,s),i.objectName=r)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return i}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let i=e.skeleton.getBoneByName(t);if(i!==void 0)return i}if(e.children){let i=function(r){for(let a=0;a<r.length;a++){let o=r[a];if(o.name===t||o.uuid===t)return o;let l=i(o.children);if(l)return l}return null},s=i(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)e[t++]=i[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,i=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=n.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){rt("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let c=t.objectIndex;switch(i){case"materials":if(!e.material){ft("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){ft("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){ft("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){ft("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){ft("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[i]===void 0){ft("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[i]}if(c!==void 0){if(e[c]===void 0){ft("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let a=e[s];if(a===void 0){let c=t.nodeName;ft("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let o=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?o=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(o=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){ft("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){ft("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=a,this.propertyIndex=r}else a.fromArray!==void 0&&a.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=a):Array.isArray(a)?(l=this.BindingType.EntireArray,this.resolvedProperty=a):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][o]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};sn.Composite=Af;sn.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};sn.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};sn.prototype.GetterByBindingType=[sn.prototype._getValue_direct,sn.prototype._getValue_array,sn.prototype._getValue_arrayElement,sn.prototype._getValue_toArray];sn.prototype.SetterByBindingTypeAndVersioning=[[sn.prototype._setValue_direct,sn.prototype._setValue_direct_setNeedsUpdate,sn.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[sn.prototype._setValue_array,sn.prototype._setValue_array_setNeedsUpdate,sn.prototype._setValue_array_setMatrixWorldNeedsUpdate],[sn.prototype._setValue_arrayElement,sn.prototype._setValue_arrayElement_setNeedsUpdate,sn.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[sn.prototype._setValue_fromArray,sn.prototype._setValue_fromArray_setNeedsUpdate,sn.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var bC=new Float32Array(1);var qa=class{constructor(e=1,t=0,i=0){this.radius=e,this.phi=t,this.theta=i}set(e,t,i){return this.radius=e,this.phi=t,this.theta=i,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=Tt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,i){return this.radius=Math.sqrt(e*e+t*t+i*i),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,i),this.phi=Math.acos(Tt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Cf=class{static{this.prototype.isMatrix2=!0}constructor(e,t,i,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,i,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let i=0;i<4;i++)this.elements[i]=e[i+t];return this}set(e,t,i,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=i,r[3]=s,this}};var xl=class extends qi{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function hp(n,e,t,i){let s=Vb(i);switch(t){case Zf:return n*e;case Jf:return n*e/s.components*s.byteLength;case Ih:return n*e/s.components*s.byteLength;case dr:return n*e*2/s.components*s.byteLength;case Lh:return n*e*2/s.components*s.byteLength;case $f:return n*e*3/s.components*s.byteLength;case Ji:return n*e*4/s.components*s.byteLength;case Dh:return n*e*4/s.components*s.byteLength;case yl:case Sl:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Ml:case bl:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Uh:case Oh:return Math.max(n,16)*Math.max(e,8)/4;case Nh:case Fh:return Math.max(n,8)*Math.max(e,8)/2;case Bh:case kh:case Vh:case Gh:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case zh:case wl:case Hh:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Wh:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Xh:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case qh:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case Yh:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case Zh:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case $h:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case Jh:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case Kh:return Math.floor((n+7)/8)*Math.floor((e+7)/8)*16;case jh:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case Qh:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case eu:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case tu:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case nu:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case iu:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case su:case ru:case au:return Math.ceil(n/4)*Math.ceil(e/4)*16;case ou:case lu:return Math.ceil(n/4)*Math.ceil(e/4)*8;case Tl:case cu:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Vb(n){switch(n){case li:case Wf:return{byteLength:1,components:1};case Ja:case Xf:case $i:return{byteLength:2,components:1};case Rh:case Ph:return{byteLength:2,components:4};case Yi:case Ch:case Zi:return{byteLength:4,components:1};case qf:case Yf:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?rt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Z_(){let n=null,e=!1,t=null,i=null;function s(r,a){i=n.requestAnimationFrame(s),t(r,a)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(s),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){n=r}}}function Hb(n){let e=new WeakMap;function t(o,l){let c=o.array,h=o.usage,u=c.byteLength,d=n.createBuffer();n.bindBuffer(l,d),n.bufferData(l,c,h),o.onUploadCallback();let f;if(c instanceof Float32Array)f=n.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=n.HALF_FLOAT;else if(c instanceof Uint16Array)o.isFloat16BufferAttribute?f=n.HALF_FLOAT:f=n.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=n.SHORT;else if(c instanceof Uint32Array)f=n.UNSIGNED_INT;else if(c instanceof Int32Array)f=n.INT;else if(c instanceof Int8Array)f=n.BYTE;else if(c instanceof Uint8Array)f=n.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:o.version,size:u}}function i(o,l,c){let h=l.array,u=l.updateRanges;if(n.bindBuffer(c,o),u.length===0)n.bufferSubData(c,0,h);else{u.sort((f,m)=>f.start-m.start);let d=0;for(let f=1;f<u.length;f++){let m=u[d],y=u[f];y.start<=m.start+m.count+1?m.count=Math.max(m.count,y.start+y.count-m.start):(++d,u[d]=y)}u.length=d+1;for(let f=0,m=u.length;f<m;f++){let y=u[f];n.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(o){return o.isInterleavedBufferAttribute&&(o=o.data),e.get(o)}function r(o){o.isInterleavedBufferAttribute&&(o=o.data);let l=e.get(o);l&&(n.deleteBuffer(l.buffer),e.delete(o))}function a(o,l){if(o.isInterleavedBufferAttribute&&(o=o.data),o.isGLBufferAttribute){let h=e.get(o);(!h||h.version<o.version)&&e.set(o,{buffer:o.buffer,type:o.type,bytesPerElement:o.elementSize,version:o.version});return}let c=e.get(o);if(c===void 0)e.set(o,t(o,l));else if(c.version<o.version){if(c.size!==o.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(c.buffer,o,l),c.version=o.version}}return{get:s,remove:r,update:a}}var Wb=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Xb=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,qb=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Yb=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Zb=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,$b=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Jb=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Kb=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,jb=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Qb=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,ew=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,tw=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,nw=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,iw=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,sw=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,rw=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,aw=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,ow=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,lw=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,cw=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,hw=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,uw=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,dw=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,fw=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,pw=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,mw=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,gw=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,_w=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,xw=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,vw="gl_FragColor = linearToOutputTexel( gl_FragColor );",yw=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Sw=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Mw=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,bw=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,ww=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Tw=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Ew=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Aw=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Cw=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Rw=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Pw=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Iw=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Lw=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Dw=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Nw=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Uw=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Fw=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Ow=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Bw=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,kw=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,zw=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Vw=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Gw=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Hw=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Ww=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Xw=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,qw=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Yw=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Zw=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,$w=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Jw=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Kw=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,jw=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Qw=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,e1=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,t1=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,n1=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,i1=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,s1=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,r1=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,a1=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,o1=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,l1=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,c1=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,h1=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,u1=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,d1=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,f1=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,p1=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,m1=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,g1=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,_1=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,x1=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,v1=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,y1=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,S1=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,M1=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,b1=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,w1=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,T1=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,E1=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,A1=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,C1=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,R1=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,P1=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,I1=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,L1=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,D1=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,N1=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,U1=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,F1=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,O1=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,B1=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,k1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,z1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,V1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,G1=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,H1=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,W1=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,X1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,q1=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Y1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Z1=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,$1=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,J1=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,K1=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,j1=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Q1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,eT=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,tT=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,nT=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,iT=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,sT=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,rT=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,aT=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,oT=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,lT=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,cT=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,hT=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,uT=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,dT=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,fT=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,pT=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,mT=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,gT=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,_T=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,xT=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,vT=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,yT=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,ST=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,MT=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Et={alphahash_fragment:Wb,alphahash_pars_fragment:Xb,alphamap_fragment:qb,alphamap_pars_fragment:Yb,alphatest_fragment:Zb,alphatest_pars_fragment:$b,aomap_fragment:Jb,aomap_pars_fragment:Kb,batching_pars_vertex:jb,batching_vertex:Qb,begin_vertex:ew,beginnormal_vertex:tw,bsdfs:nw,iridescence_fragment:iw,bumpmap_pars_fragment:sw,clipping_planes_fragment:rw,clipping_planes_pars_fragment:aw,clipping_planes_pars_vertex:ow,clipping_planes_vertex:lw,color_fragment:cw,color_pars_fragment:hw,color_pars_vertex:uw,color_vertex:dw,common:fw,defaultnormal_vertex:pw,displacementmap_pars_vertex:mw,displacementmap_vertex:gw,emissivemap_fragment:_w,emissivemap_pars_fragment:xw,colorspace_fragment:vw,colorspace_pars_fragment:yw,envmap_fragment:Sw,envmap_common_pars_fragment:Mw,envmap_pars_fragment:bw,envmap_pars_vertex:ww,envmap_physical_pars_fragment:Uw,envmap_vertex:Tw,fog_vertex:Ew,fog_pars_vertex:Aw,fog_fragment:Cw,fog_pars_fragment:Rw,gradientmap_pars_fragment:Pw,lightmap_pars_fragment:Iw,lights_lambert_fragment:Lw,lights_lambert_pars_fragment:Dw,lights_pars_begin:Nw,lights_toon_fragment:Fw,lights_toon_pars_fragment:Ow,lights_phong_fragment:Bw,lights_phong_pars_fragment:kw,lights_physical_fragment:zw,lights_physical_pars_fragment:Vw,lights_fragment_begin:Gw,lights_fragment_maps:Hw,lights_fragment_end:Ww,lightprobes_pars_fragment:Xw,logdepthbuf_fragment:qw,logdepthbuf_pars_fragment:Yw,logdepthbuf_pars_vertex:Zw,logdepthbuf_vertex:$w,map_fragment:Jw,map_pars_fragment:Kw,map_particle_fragment:jw,map_particle_pars_fragment:Qw,metalnessmap_fragment:e1,metalnessmap_pars_fragment:t1,morphinstance_vertex:n1,morphcolor_vertex:i1,morphnormal_vertex:s1,morphtarget_pars_vertex:r1,morphtarget_vertex:a1,normal_fragment_begin:o1,normal_fragment_maps:l1,normal_pars_fragment:c1,normal_pars_vertex:h1,normal_vertex:u1,normalmap_pars_fragment:d1,clearcoat_normal_fragment_begin:f1,clearcoat_normal_fragment_maps:p1,clearcoat_pars_fragment:m1,iridescence_pars_fragment:g1,opaque_fragment:_1,packing:x1,premultiplied_alpha_fragment:v1,project_vertex:y1,dithering_fragment:S1,dithering_pars_fragment:M1,roughnessmap_fragment:b1,roughnessmap_pars_fragment:w1,shadowmap_pars_fragment:T1,shadowmap_pars_vertex:E1,shadowmap_vertex:A1,shadowmask_pars_fragment:C1,skinbase_vertex:R1,skinning_pars_vertex:P1,skinning_vertex:I1,skinnormal_vertex:L1,specularmap_fragment:D1,specularmap_pars_fragment:N1,tonemapping_fragment:U1,tonemapping_pars_fragment:F1,transmission_fragment:O1,transmission_pars_fragment:B1,uv_pars_fragment:k1,uv_pars_vertex:z1,uv_vertex:V1,worldpos_vertex:G1,background_vert:H1,background_frag:W1,backgroundCube_vert:X1,backgroundCube_frag:q1,cube_vert:Y1,cube_frag:Z1,depth_vert:$1,depth_frag:J1,distance_vert:K1,distance_frag:j1,equirect_vert:Q1,equirect_frag:eT,linedashed_vert:tT,linedashed_frag:nT,meshbasic_vert:iT,meshbasic_frag:sT,meshlambert_vert:rT,meshlambert_frag:aT,meshmatcap_vert:oT,meshmatcap_frag:lT,meshnormal_vert:cT,meshnormal_frag:hT,meshphong_vert:uT,meshphong_frag:dT,meshphysical_vert:fT,meshphysical_frag:pT,meshtoon_vert:mT,meshtoon_frag:gT,points_vert:_T,points_frag:xT,shadow_vert:vT,shadow_frag:yT,sprite_vert:ST,sprite_frag:MT},Oe={common:{diffuse:{value:new St(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new _t},alphaMap:{value:null},alphaMapTransform:{value:new _t},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new _t}},envmap:{envMap:{value:null},envMapRotation:{value:new _t},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new _t}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new _t}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new _t},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new _t},normalScale:{value:new be(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new _t},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new _t}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new _t}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new _t}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new St(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new St(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new _t},alphaTest:{value:0},uvTransform:{value:new _t}},sprite:{diffuse:{value:new St(16777215)},opacity:{value:1},center:{value:new be(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new _t},alphaMap:{value:null},alphaMapTransform:{value:new _t},alphaTest:{value:0}}},_s={basic:{uniforms:Zn([Oe.common,Oe.specularmap,Oe.envmap,Oe.aomap,Oe.lightmap,Oe.fog]),vertexShader:Et.meshbasic_vert,fragmentShader:Et.meshbasic_frag},lambert:{uniforms:Zn([Oe.common,Oe.specularmap,Oe.envmap,Oe.aomap,Oe.lightmap,Oe.emissivemap,Oe.bumpmap,Oe.normalmap,Oe.displacementmap,Oe.fog,Oe.lights,{emissive:{value:new St(0)},envMapIntensity:{value:1}}]),vertexShader:Et.meshlambert_vert,fragmentShader:Et.meshlambert_frag},phong:{uniforms:Zn([Oe.common,Oe.specularmap,Oe.envmap,Oe.aomap,Oe.lightmap,Oe.emissivemap,Oe.bumpmap,Oe.normalmap,Oe.displacementmap,Oe.fog,Oe.lights,{emissive:{value:new St(0)},specular:{value:new St(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Et.meshphong_vert,fragmentShader:Et.meshphong_frag},standard:{uniforms:Zn([Oe.common,Oe.envmap,Oe.aomap,Oe.lightmap,Oe.emissivemap,Oe.bumpmap,Oe.normalmap,Oe.displacementmap,Oe.roughnessmap,Oe.metalnessmap,Oe.fog,Oe.lights,{emissive:{value:new St(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Et.meshphysical_vert,fragmentShader:Et.meshphysical_frag},toon:{uniforms:Zn([Oe.common,Oe.aomap,Oe.lightmap,Oe.emissivemap,Oe.bumpmap,Oe.normalmap,Oe.displacementmap,Oe.gradientmap,Oe.fog,Oe.lights,{emissive:{value:new St(0)}}]),vertexShader:Et.meshtoon_vert,fragmentShader:Et.meshtoon_frag},matcap:{uniforms:Zn([Oe.common,Oe.bumpmap,Oe.normalmap,Oe.displacementmap,Oe.fog,{matcap:{value:null}}]),vertexShader:Et.meshmatcap_vert,fragmentShader:Et.meshmatcap_frag},points:{uniforms:Zn([Oe.points,Oe.fog]),vertexShader:Et.points_vert,fragmentShader:Et.points_frag},dashed:{uniforms:Zn([Oe.common,Oe.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Et.linedashed_vert,fragmentShader:Et.linedashed_frag},depth:{uniforms:Zn([Oe.common,Oe.displacementmap]),vertexShader:Et.depth_vert,fragmentShader:Et.depth_frag},normal:{uniforms:Zn([Oe.common,Oe.bumpmap,Oe.normalmap,Oe.displacementmap,{opacity:{value:1}}]),vertexShader:Et.meshnormal_vert,fragmentShader:Et.meshnormal_frag},sprite:{uniforms:Zn([Oe.sprite,Oe.fog]),vertexShader:Et.sprite_vert,fragmentShader:Et.sprite_frag},background:{uniforms:{uvTransform:{value:new _t},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Et.background_vert,fragmentShader:Et.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new _t}},vertexShader:Et.backgroundCube_vert,fragmentShader:Et.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Et.cube_vert,fragmentShader:Et.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Et.equirect_vert,fragmentShader:Et.equirect_frag},distance:{uniforms:Zn([Oe.common,Oe.displacementmap,{referencePosition:{value:new X},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Et.distance_vert,fragmentShader:Et.distance_frag},shadow:{uniforms:Zn([Oe.lights,Oe.fog,{color:{value:new St(0)},opacity:{value:1}}]),vertexShader:Et.shadow_vert,fragmentShader:Et.shadow_frag}};_s.physical={uniforms:Zn([_s.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new _t},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new _t},clearcoatNormalScale:{value:new be(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new _t},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new _t},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new _t},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new _t},sheen:{value:0},sheenColor:{value:new St(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new _t},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new _t},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new _t},transmissionSamplerSize:{value:new be},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new _t},attenuationDistance:{value:0},attenuationColor:{value:new St(0)},specularColor:{value:new St(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new _t},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new _t},anisotropyVector:{value:new be},anisotropyMap:{value:null},anisotropyMapTransform:{value:new _t}}]),vertexShader:Et.meshphysical_vert,fragmentShader:Et.meshphysical_frag};var uu={r:0,b:0,g:0},bT=new rn,$_=new _t;$_.set(-1,0,0,0,1,0,0,0,1);function wT(n,e,t,i,s,r){let a=new St(0),o=s===!0?0:1,l,c,h=null,u=0,d=null;function f(S){let E=S.isScene===!0?S.background:null;if(E&&E.isTexture){let v=S.backgroundBlurriness>0;E=e.get(E,v)}return E}function m(S){let E=!1,v=f(S);v===null?g(a,o):v&&v.isColor&&(g(v,1),E=!0);let C=n.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(n.autoClear||E)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function y(S,E){let v=f(E);v&&v.isCubeTexture?(c===void 0&&(c=new oi(new sr(1,1,1),new Ui({name:"BackgroundCubeMaterial",uniforms:Hr(_s.backgroundCube.uniforms),vertexShader:_s.backgroundCube.vertexShader,fragmentShader:_s.backgroundCube.fragmentShader,side:ri,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,A,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(c)),c.material.uniforms.envMap.value=v,c.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(bT.makeRotationFromEuler(E.backgroundRotation)).transpose(),v.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply($_),c.material.toneMapped=Dt.getTransfer(v.colorSpace)!==Ht,(h!==v||u!==v.version||d!==n.toneMapping)&&(c.material.needsUpdate=!0,h=v,u=v.version,d=n.toneMapping),c.layers.enableAll(),S.unshift(c,c.geometry,c.material,0,0,null)):v&&v.isTexture&&(l===void 0&&(l=new oi(new rr(2,2),new Ui({name:"BackgroundMaterial",uniforms:Hr(_s.background.uniforms),vertexShader:_s.background.vertexShader,fragmentShader:_s.background.fragmentShader,side:ur,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=v,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=Dt.getTransfer(v.colorSpace)!==Ht,v.matrixAutoUpdate===!0&&v.updateMatrix(),l.material.uniforms.uvTransform.value.copy(v.matrix),(h!==v||u!==v.version||d!==n.toneMapping)&&(l.material.needsUpdate=!0,h=v,u=v.version,d=n.toneMapping),l.layers.enableAll(),S.unshift(l,l.geometry,l.material,0,0,null))}function g(S,E){S.getRGB(uu,op(n)),t.buffers.color.setClear(uu.r,uu.g,uu.b,E,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return a},setClearColor:function(S,E=1){a.set(S),o=E,g(a,o)},getClearAlpha:function(){return o},setClearAlpha:function(S){o=S,g(a,o)},render:m,addToRenderList:y,dispose:p}}function TT(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},s=d(null),r=s,a=!1;function o(I,B,G,D,k){let Y=!1,z=u(I,D,G,B);r!==z&&(r=z,c(r.object)),Y=f(I,D,G,k),Y&&m(I,D,G,k),k!==null&&e.update(k,n.ELEMENT_ARRAY_BUFFER),(Y||a)&&(a=!1,v(I,B,G,D),k!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(k).buffer))}function l(){return n.createVertexArray()}function c(I){return n.bindVertexArray(I)}function h(I){return n.deleteVertexArray(I)}function u(I,B,G,D){let k=D.wireframe===!0,Y=i[B.id];Y===void 0&&(Y={},i[B.id]=Y);let z=I.isInstancedMesh===!0?I.id:0,ce=Y[z];ce===void 0&&(ce={},Y[z]=ce);let $=ce[G.id];$===void 0&&($={},ce[G.id]=$);let Q=$[k];return Q===void 0&&(Q=d(l()),$[k]=Q),Q}function d(I){let B=[],G=[],D=[];for(let k=0;k<t;k++)B[k]=0,G[k]=0,D[k]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:B,enabledAttributes:G,attributeDivisors:D,object:I,attributes:{},index:null}}function f(I,B,G,D){let k=r.attributes,Y=B.attributes,z=0,ce=G.getAttributes();for(let $ in ce)if(ce[$].location>=0){let te=k[$],fe=Y[$];if(fe===void 0&&($==="instanceMatrix"&&I.instanceMatrix&&(fe=I.instanceMatrix),$==="instanceColor"&&I.instanceColor&&(fe=I.instanceColor)),te===void 0||te.attribute!==fe||fe&&te.data!==fe.data)return!0;z++}return r.attributesNum!==z||r.index!==D}function m(I,B,G,D){let k={},Y=B.attributes,z=0,ce=G.getAttributes();for(let $ in ce)if(ce[$].location>=0){let te=Y[$];te===void 0&&($==="instanceMatrix"&&I.instanceMatrix&&(te=I.instanceMatrix),$==="instanceColor"&&I.instanceColor&&(te=I.instanceColor));let fe={};fe.attribute=te,te&&te.data&&(fe.data=te.data),k[$]=fe,z++}r.attributes=k,r.attributesNum=z,r.index=D}function y(){let I=r.newAttributes;for(let B=0,G=I.length;B<G;B++)I[B]=0}function g(I){p(I,0)}function p(I,B){let G=r.newAttributes,D=r.enabledAttributes,k=r.attributeDivisors;G[I]=1,D[I]===0&&(n.enableVertexAttribArray(I),D[I]=1),k[I]!==B&&(n.vertexAttribDivisor(I,B),k[I]=B)}function S(){let I=r.newAttributes,B=r.enabledAttributes;for(let G=0,D=B.length;G<D;G++)B[G]!==I[G]&&(n.disableVertexAttribArray(G),B[G]=0)}function E(I,B,G,D,k,Y,z){z===!0?n.vertexAttribIPointer(I,B,G,k,Y):n.vertexAttribPointer(I,B,G,D,k,Y)}function v(I,B,G,D){y();let k=D.attributes,Y=G.getAttributes(),z=B.defaultAttributeValues;for(let ce in Y){let $=Y[ce];if($.location>=0){let Q=k[ce];if(Q===void 0&&(ce==="instanceMatrix"&&I.instanceMatrix&&(Q=I.instanceMatrix),ce==="instanceColor"&&I.instanceColor&&(Q=I.instanceColor)),Q!==void 0){let te=Q.normalized,fe=Q.itemSize,he=e.get(Q);if(he===void 0)continue;let ee=he.buffer,ge=he.type,xe=he.bytesPerElement,Le=ge===n.INT||ge===n.UNSIGNED_INT||Q.gpuType===Ch;if(Q.isInterleavedBufferAttribute){let we=Q.data,Ge=we.isInterleavedBuffer===!0?we.stride:we.itemSize,ot=Q.offset;if(we.isInstancedInterleavedBuffer||we.isInstancedBufferAttribute){for(let Ke=0;Ke<$.locationSize;Ke++)p($.location+Ke,we.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=we.meshPerAttribute*we.count)}else for(let Ke=0;Ke<$.locationSize;Ke++)g($.location+Ke);n.bindBuffer(n.ARRAY_BUFFER,ee);for(let Ke=0;Ke<$.locationSize;Ke++)E($.location+Ke,fe/$.locationSize,ge,te,Ge*xe,(ot+fe/$.locationSize*Ke)*xe,Le)}else{if(Q.isInstancedBufferAttribute){for(let we=0;we<$.locationSize;we++)p($.location+we,Q.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let we=0;we<$.locationSize;we++)g($.location+we);n.bindBuffer(n.ARRAY_BUFFER,ee);for(let we=0;we<$.locationSize;we++)E($.location+we,fe/$.locationSize,ge,te,fe*xe,fe/$.locationSize*we*xe,Le)}}else if(z!==void 0){let te=z[ce];if(te!==void 0)switch(te.length){case 2:n.vertexAttrib2fv($.location,te);break;case 3:n.vertexAttrib3fv($.location,te);break;case 4:n.vertexAttrib4fv($.location,te);break;default:n.vertexAttrib1fv($.location,te)}}}}S()}function C(){U();for(let I in i){let B=i[I];for(let G in B){let D=B[G];for(let k in D){let Y=D[k];for(let z in Y)h(Y[z].object),delete Y[z];delete D[k]}}delete i[I]}}function A(I){if(i[I.id]===void 0)return;let B=i[I.id];for(let G in B){let D=B[G];for(let k in D){let Y=D[k];for(let z in Y)h(Y[z].object),delete Y[z];delete D[k]}}delete i[I.id]}function _(I){for(let B in i){let G=i[B];for(let D in G){let k=G[D];if(k[I.id]===void 0)continue;let Y=k[I.id];for(let z in Y)h(Y[z].object),delete Y[z];delete k[I.id]}}}function T(I){for(let B in i){let G=i[B],D=I.isInstancedMesh===!0?I.id:0,k=G[D];if(k!==void 0){for(let Y in k){let z=k[Y];for(let ce in z)h(z[ce].object),delete z[ce];delete k[Y]}delete G[D],Object.keys(G).length===0&&delete i[B]}}}function U(){P(),a=!0,r!==s&&(r=s,c(r.object))}function P(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:o,reset:U,resetDefaultState:P,dispose:C,releaseStatesOfGeometry:A,releaseStatesOfObject:T,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:g,disableUnusedAttributes:S}}function ET(n,e,t){let i;function s(l){i=l}function r(l,c){n.drawArrays(i,l,c),t.update(c,i,1)}function a(l,c,h){h!==0&&(n.drawArraysInstanced(i,l,c,h),t.update(c,i,h))}function o(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,i,1)}this.setMode=s,this.render=r,this.renderInstances=a,this.renderMultiDraw=o}function AT(n,e,t,i){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");s=n.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function a(_){return!(_!==Ji&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function o(_){let T=_===$i&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(_!==li&&_!==Zi&&!T&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(rt("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&rt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&rt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),m=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=n.getParameter(n.MAX_TEXTURE_SIZE),g=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),p=n.getParameter(n.MAX_VERTEX_ATTRIBS),S=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),E=n.getParameter(n.MAX_VARYING_VECTORS),v=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),C=n.getParameter(n.MAX_SAMPLES),A=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:a,textureTypeReadable:o,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:m,maxTextureSize:y,maxCubemapSize:g,maxAttributes:p,maxVertexUniforms:S,maxVaryings:E,maxFragmentUniforms:v,maxSamples:C,samples:A}}function CT(n){let e=this,t=null,i=0,s=!1,r=!1,a=new Mi,o=new _t,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||i!==0||s;return s=d,i=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let m=u.clippingPlanes,y=u.clipIntersection,g=u.clipShadows,p=n.get(u);if(!s||m===null||m.length===0||r&&!g)r?h(null):c();else{let S=r?0:i,E=S*4,v=p.clippingState||null;l.value=v,v=h(m,d,E,f);for(let C=0;C!==E;++C)v[C]=t[C];p.clippingState=v,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function h(u,d,f,m){let y=u!==null?u.length:0,g=null;if(y!==0){if(g=l.value,m!==!0||g===null){let p=f+y*4,S=d.matrixWorldInverse;o.getNormalMatrix(S),(g===null||g.length<p)&&(g=new Float32Array(p));for(let E=0,v=f;E!==y;++E,v+=4)a.copy(u[E]).applyMatrix4(S,o),a.normal.toArray(g,v),g[v+3]=a.constant}l.value=g,l.needsUpdate=!0}return e.numPlanes=y,e.numIntersection=0,g}}var Cl=class extends bi{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},s=[i,i,i,i,i,i];this.texture=new Jo(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new sr(5,5,5),r=new Ui({name:"CubemapFromEquirect",uniforms:Hr(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:ri,blending:Br});r.uniforms.tEquirect.value=t;let a=new oi(s,r),o=t.minFilter;return t.minFilter===Os&&(t.minFilter=ii),new Xa(1,10,this).update(e,a),t.minFilter=o,a.geometry.dispose(),a.material.dispose(),this}clear(e,t=!0,i=!0,s=!0){let r=e.getRenderTarget();for(let a=0;a<6;a++)e.setRenderTarget(this,a),e.clear(t,i,s);e.setRenderTarget(r)}},A_=256,RT=3,PT=20,J_=256,K_=16,IT=3,LT=new X,DT=new St,fu=class n{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Xa(1,10,null),this._boxMesh=new oi(new sr(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,i=.1,s=100,r={}){let{size:a=256,position:o=LT}=r,l=this._renderer;this._setSize(a);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,m=l.autoClearStencil,y=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(e.background=l.getClearColor(DT));let g=new Xa(i,s,h);return g.position.copy(o),g.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=m,e.background=y,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=P_(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=R_(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(A_,ip(e))}_fromTexture(e,t){e.mapping===zr||e.mapping===$a?this._setSize(e.image.length===0?A_:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let i=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(i),i}_allocateTarget(){let e=this._cubeSize,t=C_(e,!1,!1),i=Math.log2(e)-RT;for(let s=0;s<=i;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==t||e&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=C_(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,i){let s=this._boxMesh,r=this._cubeCamera;s.material=i,r.renderTarget=e,r.activeMipmapLevel=t;let a=e.width>>t;e.viewport.set(0,0,a,a),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===zr||e.mapping===$a?(this._cubemapMaterial===null&&(this._cubemapMaterial=P_()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=R_()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=NT(),this._integrationMaterial=UT());let t=this._cubeSize,i=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/K_);for(let a=0;a<=i;a++){let o=n.lodToRoughness(a,i);if(a>i-IT)r.roughness.value=o,this._renderCube(e,a,this._integrationMaterial);else{let l=o>0?Math.log2(t)+.5*Math.log2(6/(J_*Math.pow(o,4)))+.5:0;s.roughness.value=o,s.lodBias.value=l,this._renderCube(e,a,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=FT());let i=this._blurMaterial,s=i.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,i),s.envMap.value=e.texture,this._renderCube(r,0,i)}};function C_(n,e,t){return new Cl(n,{minFilter:Os,generateMipmaps:e,type:$i,colorSpace:Go,depthBuffer:t})}function Rl(n,e,t){return new Ui({name:n,uniforms:e,vertexShader:Et.cube_vert,fragmentShader:t,side:ri,blending:Br,depthTest:!1,depthWrite:!1})}function NT(){return Rl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${J_}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function UT(){return Rl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:K_}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function FT(){return Rl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${PT}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function R_(){return Rl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function P_(){return Rl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function OT(n){let e=new WeakMap,t=new WeakMap,i=null;function s(d,f=!1){return d==null?null:f?a(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Th||f===Eh)if(e.has(d)){let m=e.get(d).texture;return o(m,d.mapping)}else{let m=d.image;if(m&&m.height>0){let y=new Cl(m.height);return y.fromEquirectangularTexture(n,d),e.set(d,y),d.addEventListener("dispose",c),o(y.texture,d.mapping)}else return null}}return d}function a(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,m=f===Th||f===Eh,y=f===zr||f===$a;if(m||y){let g=t.get(d),p=g!==void 0?g.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==p)return i===null&&(i=new fu(n)),g=m?i.fromEquirectangular(d,g):i.fromCubemap(d,g),g.texture.pmremVersion=d.pmremVersion,t.set(d,g),g.texture;if(g!==void 0)return g.texture;{let S=d.image;return m&&S&&S.height>0||y&&S&&l(S)?(i===null&&(i=new fu(n)),g=m?i.fromEquirectangular(d):i.fromCubemap(d),g.texture.pmremVersion=d.pmremVersion,t.set(d,g),d.addEventListener("dispose",h),g.texture):null}}}return d}function o(d,f){return f===Th?d.mapping=zr:f===Eh&&(d.mapping=$a),d}function l(d){let f=0,m=6;for(let y=0;y<m;y++)d[y]!==void 0&&f++;return f===m}function c(d){let f=d.target;f.removeEventListener("dispose",c);let m=e.get(f);m!==void 0&&(e.delete(f),m.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let m=t.get(f);m!==void 0&&(t.delete(f),m.dispose())}function u(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:s,dispose:u}}function BT(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let s=n.getExtension(i);return e[i]=s,s}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let s=t(i);return s===null&&Fo("WebGLRenderer: "+i+" extension not supported."),s}}}function kT(n,e,t,i){let s={},r=new WeakMap,a=new FinalizationRegistry(m=>delete s[m]);function o(m){l(m.target)}function l(m){m.index!==null&&e.remove(m.index);for(let g in m.attributes)e.remove(m.attributes[g]);m.removeEventListener("dispose",o),delete s[m.id],a.unregister(m);let y=r.get(m);y&&(e.remove(y),r.delete(m)),i.releaseStatesOfGeometry(m),m.isInstancedBufferGeometry===!0&&delete m._maxInstanceCount,t.memory.geometries--}function c(m,y){return s[y.id]!==void 0||(y.addEventListener("dispose",o),s[y.id]=new WeakRef(y),a.register(y,y.id,y),t.memory.geometries++),y}function h(m){let y=m.attributes;for(let g in y)e.update(y[g],n.ARRAY_BUFFER)}function u(m){let y=m.index,g=m.attributes.position,p=0;if(g===void 0)return;let S=y!==null?y.array.length:g.array.length/3-1,E=g.count>=65535?$o:Zo,v=new E(Math.ceil(S/3)*6,1),C=v.array;if(y!==null){let _=y.array;p=y.version;for(let T=0,U=0;T<S;T+=3){let P=_[T+0],I=_[T+1],B=_[T+2];C[U++]=P,C[U++]=I,C[U++]=I,C[U++]=B,C[U++]=B,C[U++]=P}}else{p=g.version;for(let _=0,T=0;_<S;_+=3){let U=_+0,P=_+1,I=_+2;C[T++]=U,C[T++]=P,C[T++]=P,C[T++]=I,C[T++]=I,C[T++]=U}}v.version=p;let A=r.get(m);A&&e.remove(A),r.set(m,v)}function d(m){let y=r.get(m);if(y){let g=m.index;g!==null&&y.version<g.version&&u(m)}else u(m);return r.get(m)}function f(){for(let m in s){let y=s[m].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function zT(n,e,t){let i;function s(u){i=u}let r,a;function o(u){r=u.type,a=u.bytesPerElement}function l(u,d){n.drawElements(i,d,r,u*a),t.update(d,i,1)}function c(u,d,f){f!==0&&(n.drawElementsInstanced(i,d,r,u*a,f),t.update(d,i,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,d,0,r,u,0,f);let y=0;for(let g=0;g<f;g++)y+=d[g];t.update(y,i,1)}this.setMode=s,this.setIndex=o,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function VT(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(r,a,o){switch(t.calls++,a){case n.TRIANGLES:t.triangles+=o*(r/3);break;case n.LINES:t.lines+=o*(r/2);break;case n.LINE_STRIP:t.lines+=o*(r-1);break;case n.LINE_LOOP:t.lines+=o*r;break;case n.POINTS:t.points+=o*r;break;default:ft("WebGLInfo: Unknown draw mode:",a);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:i}}function GT(n,e,t){let i=new WeakMap,s=new on;function r(a,o,l){let c=a.morphTargetInfluences,h=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.color,u=h!==void 0?h.length:0,d=i.get(o);if(d===void 0||d.count!==u){let U=function(){_.dispose(),i.delete(o),o.removeEventListener("dispose",U)};d!==void 0&&d.texture.dispose();let f=o.morphAttributes.position!==void 0,m=o.morphAttributes.normal!==void 0,y=o.morphAttributes.color!==void 0,g=o.morphAttributes.position||[],p=o.morphAttributes.normal||[],S=o.morphAttributes.color||[],E=0;f===!0&&(E=1),m===!0&&(E=2),y===!0&&(E=3);let v=o.attributes.position.count*E,C=1;v>e.maxTextureSize&&(C=Math.ceil(v/e.maxTextureSize),v=e.maxTextureSize);let A=new Float32Array(v*C*4*u),_=new Xo(A,v,C,u);_.type=Zi,_.needsUpdate=!0;let T=E*4;for(let P=0;P<u;P++){let I=g[P],B=p[P],G=S[P],D=v*C*4*P;for(let k=0;k<I.count;k++){let Y=k*T;f===!0&&(s.fromBufferAttribute(I,k),A[D+Y+0]=s.x,A[D+Y+1]=s.y,A[D+Y+2]=s.z,A[D+Y+3]=0),m===!0&&(s.fromBufferAttribute(B,k),A[D+Y+4]=s.x,A[D+Y+5]=s.y,A[D+Y+6]=s.z,A[D+Y+7]=0),y===!0&&(s.fromBufferAttribute(G,k),A[D+Y+8]=s.x,A[D+Y+9]=s.y,A[D+Y+10]=s.z,A[D+Y+11]=G.itemSize===4?s.w:1)}}d={count:u,texture:_,size:new be(v,C)},i.set(o,d),o.addEventListener("dispose",U)}if(a.isInstancedMesh===!0&&a.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",a.morphTexture,t);else{let f=0;for(let y=0;y<c.length;y++)f+=c[y];let m=o.morphTargetsRelative?1:1-f;l.getUniforms().setValue(n,"morphTargetBaseInfluence",m),l.getUniforms().setValue(n,"morphTargetInfluences",c)}l.getUniforms().setValue(n,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(n,"morphTargetsTextureSize",d.size)}return{update:r}}function HT(n,e,t,i,s){let r=new WeakMap;function a(c){let h=s.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,n.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,n.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function o(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),i.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:a,dispose:o}}var WT={[Ff]:"LINEAR_TONE_MAPPING",[Of]:"REINHARD_TONE_MAPPING",[Bf]:"CINEON_TONE_MAPPING",[kf]:"ACES_FILMIC_TONE_MAPPING",[Vf]:"AGX_TONE_MAPPING",[Gf]:"NEUTRAL_TONE_MAPPING",[zf]:"CUSTOM_TONE_MAPPING"};function XT(n,e,t,i,s,r){let a=new bi(e,t,{type:n,depthBuffer:s,stencilBuffer:r,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),o=null,l=null,c=null,h=new Ni;h.setAttribute("position",new un([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new un([0,2,0,0,2,0],2));let u=new hh({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new oi(h,u),f=new ml(-1,1,1,-1,0,1),m=null,y=null,g=!1,p,S=null,E=[],v=!1;this.setSize=function(C,A){a.setSize(C,A),o!==null&&o.setSize(C,A),l!==null&&l.setSize(C,A);for(let _=0;_<E.length;_++){let T=E[_];T.setSize&&T.setSize(C,A)}},this.setEffects=function(C){E=C,v=E.length>0&&E[0].isRenderPass===!0;let A=a.width,_=a.height;E.length>0&&o===null&&(o=new bi(A,_,{type:$i,depthBuffer:!1,stencilBuffer:!1}),l=new bi(A,_,{type:$i,depthBuffer:!1,stencilBuffer:!1}));let T=s===!0&&E.some(U=>U.needsDepthTexture===!0);T!==(a.depthTexture!==null)&&(T===!0&&c===null&&(c=new Fs(A,_),r===!0&&(c.format=Bs,c.type=Vr)),a.dispose(),a.depthTexture=T?c:null,a.resolveDepthBuffer=T,a.storeMultisampledDepthBuffer=T);for(let U=0;U<E.length;U++){let P=E[U];P.setSize&&P.setSize(A,_),T&&P.needsDepthTexture===!0&&P.setDepthTexture&&P.setDepthTexture(c)}},this.begin=function(C,A){if(g||C.toneMapping===ms&&E.length===0)return!1;if(S=A,A!==null){let _=A.width,T=A.height;(a.width!==_||a.height!==T)&&this.setSize(_,T)}return v===!1&&C.setRenderTarget(a),p=C.toneMapping,C.toneMapping=ms,!0},this.hasRenderPass=function(){return v},this.end=function(C,A){C.toneMapping=p,g=!0;let _=a,T=o;for(let U=0;U<E.length;U++){let P=E[U];P.enabled!==!1&&(P.render(C,T,_,A),P.needsSwap!==!1&&(_=T,T=T===o?l:o))}if(m!==C.outputColorSpace||y!==C.toneMapping){m=C.outputColorSpace,y=C.toneMapping,u.defines={},Dt.getTransfer(m)===Ht&&(u.defines.SRGB_TRANSFER="");let U=WT[y];U&&(u.defines[U]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,C.setRenderTarget(S),C.render(d,f),S=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){a.dispose(),o!==null&&o.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var j_=new ai,Q_=new Fs(1,1),ex=new Ko(1),tx=new Xo,nx=new eh,ix=new Jo,I_=[],L_=[],D_=new Float32Array(16),N_=new Float32Array(9),U_=new Float32Array(4);function ja(n,e,t){let i=n[0];if(i<=0||i>0)return n;let s=e*t,r=I_[s];if(r===void 0&&(r=new Float32Array(s),I_[s]=r),e!==0){i.toArray(r,0);for(let a=1,o=0;a!==e;++a)o+=t,n[a].toArray(r,o)}return r}function In(n,e){if(n.length!==e.length)return!1;for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function Ln(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function mu(n,e){let t=L_[e];t===void 0&&(t=new Int32Array(e),L_[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function qT(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function YT(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(In(t,e))return;n.uniform2fv(this.addr,e),Ln(t,e)}}function ZT(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(In(t,e))return;n.uniform3fv(this.addr,e),Ln(t,e)}}function $T(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(In(t,e))return;n.uniform4fv(this.addr,e),Ln(t,e)}}function JT(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(In(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),Ln(t,e)}else{if(In(t,i))return;U_.set(i),n.uniformMatrix2fv(this.addr,!1,U_),Ln(t,i)}}function KT(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(In(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),Ln(t,e)}else{if(In(t,i))return;N_.set(i),n.uniformMatrix3fv(this.addr,!1,N_),Ln(t,i)}}function jT(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(In(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),Ln(t,e)}else{if(In(t,i))return;D_.set(i),n.uniformMatrix4fv(this.addr,!1,D_),Ln(t,i)}}function QT(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function eE(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(In(t,e))return;n.uniform2iv(this.addr,e),Ln(t,e)}}function tE(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(In(t,e))return;n.uniform3iv(this.addr,e),Ln(t,e)}}function nE(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(In(t,e))return;n.uniform4iv(this.addr,e),Ln(t,e)}}function iE(n,e){let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function sE(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(In(t,e))return;n.uniform2uiv(this.addr,e),Ln(t,e)}}function rE(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(In(t,e))return;n.uniform3uiv(this.addr,e),Ln(t,e)}}function aE(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(In(t,e))return;n.uniform4uiv(this.addr,e),Ln(t,e)}}function gu(n){return n.version===0&&(n.compareFunction=Qf,n.needsUpdate=!0),n}function oE(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_2D_SHADOW?r=gu(Q_):r=j_,t.setTexture2D(e||r,s)}function lE(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture3D(e||nx,s)}function cE(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_CUBE_SHADOW?r=gu(ex):r=ix,t.setTextureCube(e||r,s)}function hE(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture2DArray(e||tx,s)}function uE(n){switch(n){case 5126:return qT;case 35664:return YT;case 35665:return ZT;case 35666:return $T;case 35674:return JT;case 35675:return KT;case 35676:return jT;case 5124:case 35670:return QT;case 35667:case 35671:return eE;case 35668:case 35672:return tE;case 35669:case 35673:return nE;case 5125:return iE;case 36294:return sE;case 36295:return rE;case 36296:return aE;case 35678:case 36198:case 36298:case 36306:case 35682:return oE;case 35679:case 36299:case 36307:return lE;case 35680:case 36300:case 36308:case 36293:return cE;case 36289:case 36303:case 36311:case 36292:return hE}}function dE(n,e){n.uniform1fv(this.addr,e)}function fE(n,e){let t=ja(e,this.size,2);n.uniform2fv(this.addr,t)}function pE(n,e){let t=ja(e,this.size,3);n.uniform3fv(this.addr,t)}function mE(n,e){let t=ja(e,this.size,4);n.uniform4fv(this.addr,t)}function gE(n,e){let t=ja(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function _E(n,e){let t=ja(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function xE(n,e){let t=ja(e,this.size,16);n.uniformMatrix4fv(this.addr,!1,t)}function vE(n,e){n.uniform1iv(this.addr,e)}function yE(n,e){n.uniform2iv(this.addr,e)}function SE(n,e){n.uniform3iv(this.addr,e)}function ME(n,e){n.uniform4iv(this.addr,e)}function bE(n,e){n.uniform1uiv(this.addr,e)}function wE(n,e){n.uniform2uiv(this.addr,e)}function TE(n,e){n.uniform3uiv(this.addr,e)}function EE(n,e){n.uniform4uiv(this.addr,e)}function AE(n,e,t){let i=this.cache,s=e.length,r=mu(t,s);In(i,r)||(n.uniform1iv(this.addr,r),Ln(i,r));let a;this.type===n.SAMPLER_2D_SHADOW?a=gu(Q_):a=j_;for(let o=0;o!==s;++o)t.setTexture2D(e[o]||a,r[o])}function CE(n,e,t){let i=this.cache,s=e.length,r=mu(t,s);In(i,r)||(n.uniform1iv(this.addr,r),Ln(i,r));for(let a=0;a!==s;++a)t.setTexture3D(e[a]||nx,r[a])}function RE(n,e,t){let i=this.cache,s=e.length,r=mu(t,s);In(i,r)||(n.uniform1iv(this.addr,r),Ln(i,r));let a;this.type===n.SAMPLER_CUBE_SHADOW?a=gu(ex):a=ix;for(let o=0;o!==s;++o)t.setTextureCube(e[o]||a,r[o])}function PE(n,e,t){let i=this.cache,s=e.length,r=mu(t,s);In(i,r)||(n.uniform1iv(this.addr,r),Ln(i,r));for(let a=0;a!==s;++a)t.setTexture2DArray(e[a]||tx,r[a])}function IE(n){switch(n){case 5126:return dE;case 35664:return fE;case 35665:return pE;case 35666:return mE;case 35674:return gE;case 35675:return _E;case 35676:return xE;case 5124:case 35670:return vE;case 35667:case 35671:return yE;case 35668:case 35672:return SE;case 35669:case 35673:return ME;case 5125:return bE;case 36294:return wE;case 36295:return TE;case 36296:return EE;case 35678:case 36198:case 36298:case 36306:case 35682:return AE;case 35679:case 36299:case 36307:return CE;case 35680:case 36300:case 36308:case 36293:return RE;case 36289:case 36303:case 36311:case 36292:return PE}}var fp=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=uE(t.type)}},pp=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=IE(t.type)}},mp=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let s=this.seq;for(let r=0,a=s.length;r!==a;++r){let o=s[r];o.setValue(e,t[o.id],i)}}},up=/(\w+)(\])?(\[|\.)?/g;function F_(n,e){n.seq.push(e),n.map[e.id]=e}function LE(n,e,t){let i=n.name,s=i.length;for(up.lastIndex=0;;){let r=up.exec(i),a=up.lastIndex,o=r[1],l=r[2]==="]",c=r[3];if(l&&(o=o|0),c===void 0||c==="["&&a+2===s){F_(t,c===void 0?new fp(o,n,e):new pp(o,n,e));break}else{let u=t.map[o];u===void 0&&(u=new mp(o),F_(t,u)),t=u}}}var Ka=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let a=0;a<i;++a){let o=e.getActiveUniform(t,a),l=e.getUniformLocation(t,o.name);LE(o,l,this)}let s=[],r=[];for(let a of this.seq)a.type===e.SAMPLER_2D_SHADOW||a.type===e.SAMPLER_CUBE_SHADOW||a.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(a):r.push(a);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,i,s){let r=this.map[t];r!==void 0&&r.setValue(e,i,s)}setOptional(e,t,i){let s=t[i];s!==void 0&&this.setValue(e,i,s)}static upload(e,t,i,s){for(let r=0,a=t.length;r!==a;++r){let o=t[r],l=i[o.id];l.needsUpdate!==!1&&o.setValue(e,l.value,s)}}static seqWithValue(e,t){let i=[];for(let s=0,r=e.length;s!==r;++s){let a=e[s];a.id in t&&i.push(a)}return i}};function O_(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var DE=37297,NE=0;function UE(n,e){let t=n.split(`
`),i=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let a=s;a<r;a++){let o=a+1;i.push(`${o===e?">":" "} ${o}: ${t[a]}`)}return i.join(`
`)}var B_=new _t;function FE(n){Dt._getMatrix(B_,Dt.workingColorSpace,n);let e=`mat3( ${B_.elements.map(t=>t.toFixed(4))} )`;switch(Dt.getTransfer(n)){case Ho:return[e,"LinearTransferOETF"];case Ht:return[e,"sRGBTransferOETF"];default:return rt("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function k_(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),r=(n.getShaderInfoLog(e)||"").trim();if(i&&r==="")return"";let a=/ERROR: 0:(\d+)/.exec(r);if(a){let o=parseInt(a[1]);return t.toUpperCase()+`

`+r+`

`+UE(n.getShaderSource(e),o)}else return r}function OE(n,e){let t=FE(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var BE={[Ff]:"Linear",[Of]:"Reinhard",[Bf]:"Cineon",[kf]:"ACESFilmic",[Vf]:"AgX",[Gf]:"Neutral",[zf]:"Custom"};function kE(n,e){let t=BE[e];return t===void 0?(rt("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var du=new X;function zE(){Dt.getLuminanceCoefficients(du);let n=du.x.toFixed(4),e=du.y.toFixed(4),t=du.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function VE(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Al).join(`
`)}function GE(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function HE(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let s=0;s<i;s++){let r=n.getActiveAttrib(e,s),a=r.name,o=1;r.type===n.FLOAT_MAT2&&(o=2),r.type===n.FLOAT_MAT3&&(o=3),r.type===n.FLOAT_MAT4&&(o=4),t[a]={type:r.type,location:n.getAttribLocation(e,a),locationSize:o}}return t}function Al(n){return n!==""}function z_(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function V_(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var WE=/^[ \t]*#include +<([\w\d./]+)>/gm;function gp(n){return n.replace(WE,XE)}function XE(n,e){let t=Et[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return gp(t)}var qE=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function G_(n){return n.replace(qE,YE)}function YE(n,e,t,i){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=i.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function H_(n){let e=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?e+=`
#define HIGH_PRECISION`:n.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var ZE={[Or]:"SHADOWMAP_TYPE_PCF",[Ya]:"SHADOWMAP_TYPE_VSM"};function $E(n){return ZE[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var JE={[$a]:"ENVMAP_MODE_REFRACTION"};function KE(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":JE[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var jE={[Uf]:"ENVMAP_BLENDING_MULTIPLY",[t_]:"ENVMAP_BLENDING_MIX",[n_]:"ENVMAP_BLENDING_ADD"};function QE(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":jE[n.combine]||"ENVMAP_BLENDING_NONE"}function eA(n,e,t,i){let s=n.getContext(),r=t.defines,a=t.vertexShader,o=t.fragmentShader,l=$E(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=KE(t),u=QE(t),d=VE(t),f=GE(r),m=s.createProgram(),y,g,p=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(y=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Al).join(`
`),y.length>0&&(y+=`
`),g=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Al).join(`
`),g.length>0&&(g+=`
`)):(y=[H_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Al).join(`
`),g=[H_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==ms?"#define TONE_MAPPING":"",t.toneMapping!==ms?Et.tonemapping_pars_fragment:"",t.toneMapping!==ms?kE("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",Et.colorspace_pars_fragment,OE("linearToOutputTexel",t.outputColorSpace),zE(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Al).join(`
`)),a=gp(a),a=z_(a,t),a=V_(a,t),o=gp(o),o=z_(o,t),o=V_(o,t),a=G_(a),o=G_(o),t.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,y=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,g=["#define varying in",t.glslVersion===ep?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===ep?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let S=p+y+a,E=p+g+o,v=O_(s,s.VERTEX_SHADER,S),C=O_(s,s.FRAGMENT_SHADER,E);s.attachShader(m,v),s.attachShader(m,C),t.index0AttributeName!==void 0?s.bindAttribLocation(m,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(m,0,"position"),s.linkProgram(m);function A(P){if(n.debug.checkShaderErrors){let I=s.getProgramInfoLog(m)||"",B=s.getShaderInfoLog(v)||"",G=s.getShaderInfoLog(C)||"",D=I.trim(),k=B.trim(),Y=G.trim(),z=!0,ce=!0;if(s.getProgramParameter(m,s.LINK_STATUS)===!1)if(z=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(s,m,v,C);else{let $=k_(s,v,"vertex"),Q=k_(s,C,"fragment");ft("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(m,s.VALIDATE_STATUS)+`

Material Name: `+P.name+`
Material Type: `+P.type+`

Program Info Log: `+D+`
`+$+`
`+Q)}else D!==""?rt("WebGLProgram: Program Info Log:",D):(k===""||Y==="")&&(ce=!1);ce&&(P.diagnostics={runnable:z,programLog:D,vertexShader:{log:k,prefix:y},fragmentShader:{log:Y,prefix:g}})}s.deleteShader(v),s.deleteShader(C),_=new Ka(s,m),T=HE(s,m)}let _;this.getUniforms=function(){return _===void 0&&A(this),_};let T;this.getAttributes=function(){return T===void 0&&A(this),T};let U=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return U===!1&&(U=s.getProgramParameter(m,DE)),U},this.destroy=function(){i.releaseStatesOfProgram(this),s.deleteProgram(m),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=NE++,this.cacheKey=e,this.usedTimes=1,this.program=m,this.vertexShader=v,this.fragmentShader=C,this}var tA=0,_p=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(i)===!1&&(s.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new xp(e),t.set(e,i)),i}},xp=class{constructor(e){this.id=tA++,this.code=e,this.usedTimes=0}};function nA(n){return n===dr||n===wl||n===Tl}function iA(n,e,t,i,s,r){let a=new qo,o=new _p,l=new Set,c=[],h=new Map,u=i.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function m(_,T,U,P,I,B){let G=P.fog,D=I.geometry,k=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?P.environment:null,Y=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,z=e.get(_.envMap||k,Y),ce=d[_.type],$=i.precision;_.precision!==null&&($=i.getMaxPrecision(_.precision),$!==_.precision&&rt("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let Q=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,te=Q!==void 0?Q.length:0,fe=0;D.morphAttributes.position!==void 0&&(fe=1),D.morphAttributes.normal!==void 0&&(fe=2),D.morphAttributes.color!==void 0&&(fe=3);let he,ee,ge,xe;if(ce){let Ne=_s[ce];he=Ne.vertexShader,ee=Ne.fragmentShader}else{he=_.vertexShader,ee=_.fragmentShader;let Ne=o.getVertexShaderStage(_),yt=o.getFragmentShaderStage(_);o.update(_,Ne,yt),ge=Ne.id,xe=yt.id}let Le=n.getRenderTarget(),we=n.state.buffers.depth.getReversed(),Ge=I.isInstancedMesh===!0,ot=I.isBatchedMesh===!0,Ke=!!_.map,lt=!!_.matcap,at=!!z,ae=at&&z.isPMREMTexture===!0,ve=!!_.aoMap,_e=!!_.lightMap,Be=!!_.bumpMap&&_.wireframe===!1,De=!!_.normalMap,st=!!_.displacementMap,ke=!!_.emissiveMap,vt=!!_.metalnessMap,gt=!!_.roughnessMap,Mt=_.anisotropy>0,F=_.clearcoat>0,Se=_.diffuseRoughness>0,qe=_.dispersion>0,pt=_.retroreflectivity>0,Te=_.iridescence>0,Vt=_.sheen>0,$e=_.transmission>0,et=Mt&&!!_.anisotropyMap,R=F&&!!_.clearcoatMap,M=F&&!!_.clearcoatNormalMap,q=F&&!!_.clearcoatRoughnessMap,de=Se&&!!_.diffuseRoughnessMap,oe=Te&&!!_.iridescenceMap,Me=Te&&!!_.iridescenceThicknessMap,Ee=Vt&&!!_.sheenColorMap,ne=Vt&&!!_.sheenRoughnessMap,se=!!_.specularMap,me=!!_.specularColorMap,O=!!_.specularIntensityMap,re=$e&&!!_.transmissionMap,ie=$e&&!!_.thicknessMap,Re=!!_.gradientMap,ye=!!_.alphaMap,Ce=_.alphaTest>0,je=!!_.alphaHash,ht=!!_.extensions,ue=ms;_.toneMapped&&(Le===null||Le.isXRRenderTarget===!0)&&(ue=n.toneMapping);let Ye=ae?z.isCompressedCubeTexture?z.image[0].mipmaps:z.mipmaps:null,ut={shaderID:ce,shaderType:_.type,shaderName:_.name,vertexShader:he,fragmentShader:ee,defines:_.defines,customVertexShaderID:ge,customFragmentShaderID:xe,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:ot,batchingColor:ot&&I._colorsTexture!==null,instancing:Ge,instancingColor:Ge&&I.instanceColor!==null,instancingMorph:Ge&&I.morphTexture!==null,outputColorSpace:Le===null?n.outputColorSpace:Le.isXRRenderTarget===!0?Le.texture.colorSpace:Dt.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Ke,matcap:lt,envMap:at,envMapMode:at&&z.mapping,envMapPMREM:ae,envMapMaxLod:ae?Ye.length-1:null,envMapSize:ae?Ye[0].width:null,aoMap:ve,lightMap:_e,bumpMap:Be,normalMap:De,displacementMap:st,emissiveMap:ke,normalMapObjectSpace:De&&_.normalMapType===r_,normalMapTangentSpace:De&&_.normalMapType===hu,packedNormalMap:De&&_.normalMapType===hu&&nA(_.normalMap.format),metalnessMap:vt,roughnessMap:gt,anisotropy:Mt,anisotropyMap:et,clearcoat:F,clearcoatMap:R,clearcoatNormalMap:M,clearcoatRoughnessMap:q,diffuseRoughness:Se,diffuseRoughnessMap:de,dispersion:qe,retroreflection:pt,iridescence:Te,iridescenceMap:oe,iridescenceThicknessMap:Me,sheen:Vt,sheenColorMap:Ee,sheenRoughnessMap:ne,specularMap:se,specularColorMap:me,specularIntensityMap:O,transmission:$e,transmissionMap:re,thicknessMap:ie,gradientMap:Re,opaque:_.transparent===!1&&_.blending===Za&&_.alphaToCoverage===!1,alphaMap:ye,alphaTest:Ce,alphaHash:je,combine:_.combine,mapUv:Ke&&f(_.map.channel),aoMapUv:ve&&f(_.aoMap.channel),lightMapUv:_e&&f(_.lightMap.channel),bumpMapUv:Be&&f(_.bumpMap.channel),normalMapUv:De&&f(_.normalMap.channel),displacementMapUv:st&&f(_.displacementMap.channel),emissiveMapUv:ke&&f(_.emissiveMap.channel),metalnessMapUv:vt&&f(_.metalnessMap.channel),roughnessMapUv:gt&&f(_.roughnessMap.channel),anisotropyMapUv:et&&f(_.anisotropyMap.channel),clearcoatMapUv:R&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:de&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:Me&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:Ee&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:ne&&f(_.sheenRoughnessMap.channel),specularMapUv:se&&f(_.specularMap.channel),specularColorMapUv:me&&f(_.specularColorMap.channel),specularIntensityMapUv:O&&f(_.specularIntensityMap.channel),transmissionMapUv:re&&f(_.transmissionMap.channel),thicknessMapUv:ie&&f(_.thicknessMap.channel),alphaMapUv:ye&&f(_.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(De||Mt),vertexNormals:!!D.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:I.isPoints===!0&&!!D.attributes.uv&&(Ke||ye),fog:!!G,useFog:_.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||D.attributes.normal===void 0&&De===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:we,skinning:I.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:te,morphTextureStride:fe,numSunLights:T.sun.length,numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:B.filter(Ne=>Ne.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:n.shadowMap.enabled&&U.length>0,shadowMapType:n.shadowMap.type,toneMapping:ue,decodeVideoTexture:Ke&&_.map.isVideoTexture===!0&&Dt.getTransfer(_.map.colorSpace)===Ht,decodeVideoTextureEmissive:ke&&_.emissiveMap.isVideoTexture===!0&&Dt.getTransfer(_.emissiveMap.colorSpace)===Ht,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===ps,flipSided:_.side===ri,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:ht&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(ht&&_.extensions.multiDraw===!0||ot)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return ut.vertexUv1s=l.has(1),ut.vertexUv2s=l.has(2),ut.vertexUv3s=l.has(3),l.clear(),ut}function y(_){let T=[];if(_.shaderID?T.push(_.shaderID):(T.push(_.customVertexShaderID),T.push(_.customFragmentShaderID)),_.defines!==void 0)for(let U in _.defines)T.push(U),T.push(_.defines[U]);return _.isRawShaderMaterial===!1&&(g(T,_),p(T,_),T.push(n.outputColorSpace)),T.push(_.customProgramCacheKey),T.join()}function g(_,T){_.push(T.precision),_.push(T.outputColorSpace),_.push(T.envMapMode),_.push(T.envMapPMREM),_.push(T.envMapMaxLod),_.push(T.envMapSize),_.push(T.mapUv),_.push(T.alphaMapUv),_.push(T.lightMapUv),_.push(T.aoMapUv),_.push(T.bumpMapUv),_.push(T.normalMapUv),_.push(T.displacementMapUv),_.push(T.emissiveMapUv),_.push(T.metalnessMapUv),_.push(T.roughnessMapUv),_.push(T.anisotropyMapUv),_.push(T.clearcoatMapUv),_.push(T.clearcoatNormalMapUv),_.push(T.clearcoatRoughnessMapUv),_.push(T.diffuseRoughnessMapUv),_.push(T.iridescenceMapUv),_.push(T.iridescenceThicknessMapUv),_.push(T.sheenColorMapUv),_.push(T.sheenRoughnessMapUv),_.push(T.specularMapUv),_.push(T.specularColorMapUv),_.push(T.specularIntensityMapUv),_.push(T.transmissionMapUv),_.push(T.thicknessMapUv),_.push(T.combine),_.push(T.fogExp2),_.push(T.sizeAttenuation),_.push(T.morphTargetsCount),_.push(T.numSunLights),_.push(T.numDirLights),_.push(T.numPointLights),_.push(T.numSpotLights),_.push(T.numSpotLightMaps),_.push(T.numHemiLights),_.push(T.numRectAreaLights),_.push(T.numSunLightShadows),_.push(T.numDirLightShadows),_.push(T.numPointLightShadows),_.push(T.numSpotLightShadows),_.push(T.numSpotLightShadowsWithMaps),_.push(T.numLightProbes),_.push(T.numLightProbeGrids),_.push(T.shadowMapType),_.push(T.toneMapping),_.push(T.numClippingPlanes),_.push(T.numClipIntersection),_.push(T.depthPacking)}function p(_,T){a.disableAll(),T.instancing&&a.enable(0),T.instancingColor&&a.enable(1),T.instancingMorph&&a.enable(2),T.matcap&&a.enable(3),T.envMap&&a.enable(4),T.normalMapObjectSpace&&a.enable(5),T.normalMapTangentSpace&&a.enable(6),T.clearcoat&&a.enable(7),T.iridescence&&a.enable(8),T.alphaTest&&a.enable(9),T.vertexColors&&a.enable(10),T.vertexAlphas&&a.enable(11),T.vertexUv1s&&a.enable(12),T.vertexUv2s&&a.enable(13),T.vertexUv3s&&a.enable(14),T.vertexTangents&&a.enable(15),T.anisotropy&&a.enable(16),T.alphaHash&&a.enable(17),T.batching&&a.enable(18),T.dispersion&&a.enable(19),T.retroreflection&&a.enable(24),T.diffuseRoughness&&a.enable(25),T.batchingColor&&a.enable(20),T.gradientMap&&a.enable(21),T.packedNormalMap&&a.enable(22),T.vertexNormals&&a.enable(23),_.push(a.mask),a.disableAll(),T.fog&&a.enable(0),T.useFog&&a.enable(1),T.flatShading&&a.enable(2),T.logarithmicDepthBuffer&&a.enable(3),T.reversedDepthBuffer&&a.enable(4),T.skinning&&a.enable(5),T.morphTargets&&a.enable(6),T.morphNormals&&a.enable(7),T.morphColors&&a.enable(8),T.premultipliedAlpha&&a.enable(9),T.shadowMapEnabled&&a.enable(10),T.doubleSided&&a.enable(11),T.flipSided&&a.enable(12),T.useDepthPacking&&a.enable(13),T.dithering&&a.enable(14),T.transmission&&a.enable(15),T.sheen&&a.enable(16),T.opaque&&a.enable(17),T.pointsUvs&&a.enable(18),T.decodeVideoTexture&&a.enable(19),T.decodeVideoTextureEmissive&&a.enable(20),T.alphaToCoverage&&a.enable(21),T.numLightProbeGrids>0&&a.enable(22),T.hasPositionAttribute&&a.enable(23),_.push(a.mask)}function S(_){let T=d[_.type],U;if(T){let P=_s[T];U=w_.clone(P.uniforms)}else U=_.uniforms;return U}function E(_,T){let U=h.get(T);return U!==void 0?++U.usedTimes:(U=new eA(n,T,_,s),c.push(U),h.set(T,U)),U}function v(_){if(--_.usedTimes===0){let T=c.indexOf(_);c[T]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function C(_){o.remove(_)}function A(){o.dispose()}return{getParameters:m,getProgramCacheKey:y,getUniforms:S,acquireProgram:E,releaseProgram:v,releaseShaderCache:C,programs:c,dispose:A}}function sA(){let n=new WeakMap;function e(a){return n.has(a)}function t(a){let o=n.get(a);return o===void 0&&(o={},n.set(a,o)),o}function i(a){n.delete(a)}function s(a,o,l){n.get(a)[o]=l}function r(){n=new WeakMap}return{has:e,get:t,remove:i,update:s,dispose:r}}function rA(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function W_(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function X_(){let n=[],e=0,t=[],i=[],s=[];function r(){e=0,t.length=0,i.length=0,s.length=0}function a(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function o(d,f,m,y,g,p){let S=n[e];return S===void 0?(S={id:d.id,object:d,geometry:f,material:m,materialVariant:a(d),groupOrder:y,renderOrder:d.renderOrder,z:g,group:p},n[e]=S):(S.id=d.id,S.object=d,S.geometry=f,S.material=m,S.materialVariant=a(d),S.groupOrder=y,S.renderOrder=d.renderOrder,S.z=g,S.group=p),e++,S}function l(d,f,m,y,g,p,S){S.reversedDepth===!0&&(g=-g);let E=o(d,f,m,y,g,p);m.transmission>0?i.push(E):m.transparent===!0?s.push(E):t.push(E)}function c(d,f,m,y,g,p){let S=o(d,f,m,y,g,p);m.transmission>0?i.unshift(S):m.transparent===!0?s.unshift(S):t.unshift(S)}function h(d,f){t.length>1&&t.sort(d||rA),i.length>1&&i.sort(f||W_),s.length>1&&s.sort(f||W_)}function u(){for(let d=e,f=n.length;d<f;d++){let m=n[d];if(m.id===null)break;m.id=null,m.object=null,m.geometry=null,m.material=null,m.group=null}}return{opaque:t,transmissive:i,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function aA(){let n=new WeakMap;function e(i,s){let r=n.get(i),a;return r===void 0?(a=new X_,n.set(i,[a])):s>=r.length?(a=new X_,r.push(a)):a=r[s],a}function t(){n=new WeakMap}return{get:e,dispose:t}}function oA(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new X,color:new St};break;case"SpotLight":t={position:new X,direction:new X,color:new St,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new X,color:new St,distance:0,decay:0};break;case"HemisphereLight":t={direction:new X,skyColor:new St,groundColor:new St};break;case"RectAreaLight":t={color:new St,position:new X,halfWidth:new X,halfHeight:new X};break}return n[e.id]=t,t}}}function lA(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new be};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new be};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new be,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var cA=0;function hA(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function uA(n){let e=new oA,t=lA(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)i.probe.push(new X);let s=new X,r=new rn,a=new rn;function o(c){let h=0,u=0,d=0;for(let B=0;B<9;B++)i.probe[B].set(0,0,0);let f=0,m=0,y=0,g=0,p=0,S=0,E=0,v=0,C=0,A=0,_=0,T=0,U=0,P=0;c.sort(hA);for(let B=0,G=c.length;B<G;B++){let D=c[B],k=D.color,Y=D.intensity,z=D.distance,ce=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===dr?ce=D.shadow.map.texture:ce=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)h+=k.r*Y,u+=k.g*Y,d+=k.b*Y;else if(D.isLightProbe){for(let $=0;$<9;$++)i.probe[$].addScaledVector(D.sh.coefficients[$],Y);P++}else if(D.isSunLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let Q=D.shadow,te=t.get(D);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),i.sunShadow[m]=te,i.sunShadowMap[m]=ce;let fe=Q.getViewportCount();for(let he=0;he<fe;he++)i.sunShadowMatrix[y+he]=Q.getMatrix(he),i.sunShadowCascade[y+he]=Q._cascadeData[he];y+=fe,m++}i.sun[f]=$,f++}else if(D.isDirectionalLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let Q=D.shadow,te=t.get(D);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize=Q.mapSize,i.directionalShadow[g]=te,i.directionalShadowMap[g]=ce,i.directionalShadowMatrix[g]=D.shadow.matrix,C++}i.directional[g]=$,g++}else if(D.isSpotLight){let $=e.get(D);$.position.setFromMatrixPosition(D.matrixWorld),$.color.copy(k).multiplyScalar(Y),$.distance=z,$.coneCos=Math.cos(D.angle),$.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),$.decay=D.decay,i.spot[S]=$;let Q=D.shadow;if(D.map&&(i.spotLightMap[T]=D.map,T++,Q.updateMatrices(D),D.castShadow&&U++),i.spotLightMatrix[S]=Q.matrix,D.castShadow){let te=t.get(D);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize=Q.mapSize,i.spotShadow[S]=te,i.spotShadowMap[S]=ce,_++}S++}else if(D.isRectAreaLight){let $=e.get(D);$.color.copy(k).multiplyScalar(Y),$.halfWidth.set(D.width*.5,0,0),$.halfHeight.set(0,D.height*.5,0),i.rectArea[E]=$,E++}else if(D.isPointLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),$.distance=D.distance,$.decay=D.decay,D.castShadow){let Q=D.shadow,te=t.get(D);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize=Q.mapSize,te.shadowCameraNear=Q.camera.near,te.shadowCameraFar=Q.camera.far,i.pointShadow[p]=te,i.pointShadowMap[p]=ce,i.pointShadowMatrix[p]=D.shadow.matrix,A++}i.point[p]=$,p++}else if(D.isHemisphereLight){let $=e.get(D);$.skyColor.copy(D.color).multiplyScalar(Y),$.groundColor.copy(D.groundColor).multiplyScalar(Y),i.hemi[v]=$,v++}}E>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=Oe.LTC_FLOAT_1,i.rectAreaLTC2=Oe.LTC_FLOAT_2):(i.rectAreaLTC1=Oe.LTC_HALF_1,i.rectAreaLTC2=Oe.LTC_HALF_2)),i.ambient[0]=h,i.ambient[1]=u,i.ambient[2]=d;let I=i.hash;(I.sunLength!==f||I.directionalLength!==g||I.pointLength!==p||I.spotLength!==S||I.rectAreaLength!==E||I.hemiLength!==v||I.numSunShadows!==m||I.numDirectionalShadows!==C||I.numPointShadows!==A||I.numSpotShadows!==_||I.numSpotMaps!==T||I.numLightProbes!==P)&&(i.sun.length=f,i.directional.length=g,i.spot.length=S,i.rectArea.length=E,i.point.length=p,i.hemi.length=v,i.sunShadow.length=m,i.sunShadowMap.length=m,i.sunShadowMatrix.length=y,i.sunShadowCascade.length=y,i.directionalShadow.length=C,i.directionalShadowMap.length=C,i.directionalShadowMatrix.length=C,i.pointShadow.length=A,i.pointShadowMap.length=A,i.pointShadowMatrix.length=A,i.spotShadow.length=_,i.spotShadowMap.length=_,i.spotLightMatrix.length=_+T-U,i.spotLightMap.length=T,i.numSpotLightShadowsWithMaps=U,i.numLightProbes=P,I.sunLength=f,I.directionalLength=g,I.pointLength=p,I.spotLength=S,I.rectAreaLength=E,I.hemiLength=v,I.numSunShadows=m,I.numDirectionalShadows=C,I.numPointShadows=A,I.numSpotShadows=_,I.numSpotMaps=T,I.numLightProbes=P,i.version=cA++)}function l(c,h){let u=0,d=0,f=0,m=0,y=0,g=0,p=h.matrixWorldInverse;for(let S=0,E=c.length;S<E;S++){let v=c[S];if(v.isSunLight){let C=i.sun[u];C.direction.setFromMatrixPosition(v.matrixWorld),C.direction.transformDirection(p),u++}else if(v.isDirectionalLight){let C=i.directional[d];C.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),d++}else if(v.isSpotLight){let C=i.spot[m];C.position.setFromMatrixPosition(v.matrixWorld),C.position.applyMatrix4(p),C.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),m++}else if(v.isRectAreaLight){let C=i.rectArea[y];C.position.setFromMatrixPosition(v.matrixWorld),C.position.applyMatrix4(p),a.identity(),r.copy(v.matrixWorld),r.premultiply(p),a.extractRotation(r),C.halfWidth.set(v.width*.5,0,0),C.halfHeight.set(0,v.height*.5,0),C.halfWidth.applyMatrix4(a),C.halfHeight.applyMatrix4(a),y++}else if(v.isPointLight){let C=i.point[f];C.position.setFromMatrixPosition(v.matrixWorld),C.position.applyMatrix4(p),f++}else if(v.isHemisphereLight){let C=i.hemi[g];C.direction.setFromMatrixPosition(v.matrixWorld),C.direction.transformDirection(p),g++}}}return{setup:o,setupView:l,state:i}}function q_(n){let e=new uA(n),t=[],i=[],s=[];function r(u){h.camera=u,t.length=0,i.length=0,s.length=0}function a(u){u.isLightProbeGrid?s.push(u):t.push(u)}function o(u){i.push(u)}function l(){e.setup(t),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:i,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:a,pushShadow:o}}function dA(n){let e=new WeakMap;function t(s,r=0){let a=e.get(s),o;return a===void 0?(o=new q_(n),e.set(s,[o])):r>=a.length?(o=new q_(n),a.push(o)):o=a[r],o}function i(){e=new WeakMap}return{get:t,dispose:i}}var fA=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,pA=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,mA=[new X(1,0,0),new X(-1,0,0),new X(0,1,0),new X(0,-1,0),new X(0,0,1),new X(0,0,-1)],gA=[new X(0,-1,0),new X(0,-1,0),new X(0,0,1),new X(0,0,-1),new X(0,-1,0),new X(0,-1,0)],Y_=new rn,El=new X,dp=new X;function _A(n,e,t){let i=new ir,s=new be,r=new be,a=new on,o=new uh,l=new dh,c={},h=t.maxTextureSize,u={[ur]:ri,[ri]:ur,[ps]:ps},d=new Ui({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new be},radius:{value:4}},vertexShader:fA,fragmentShader:pA}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let m=new Ni;m.setAttribute("position",new fs(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new oi(m,d),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Or;let p=this.type;this.render=function(A,_,T){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||A.length===0)return;this.type===F0&&(rt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Or);let U=n.getRenderTarget(),P=n.getActiveCubeFace(),I=n.getActiveMipmapLevel(),B=n.state;B.setBlending(Br),B.buffers.depth.getReversed()===!0?B.buffers.color.setClear(0,0,0,0):B.buffers.color.setClear(1,1,1,1),B.buffers.depth.setTest(!0),B.setScissorTest(!1);let G=p!==this.type;G&&_.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(k=>k.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,k=A.length;D<k;D++){let Y=A[D],z=Y.shadow;if(z===void 0){rt("WebGLShadowMap:",Y,"has no shadow.");continue}if(z.autoUpdate===!1&&z.needsUpdate===!1)continue;s.copy(z.mapSize);let ce=z.getFrameExtents();s.multiply(ce),r.copy(z.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ce.x),s.x=r.x*ce.x,z.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ce.y),s.y=r.y*ce.y,z.mapSize.y=r.y));let $=n.state.buffers.depth.getReversed();if(z.camera._reversedDepth=$,z.map===null||G===!0){if(z.map!==null&&(z.map.depthTexture!==null&&(z.map.depthTexture.dispose(),z.map.depthTexture=null),z.map.dispose()),this.type===Ya){if(Y.isPointLight){rt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}z.map=new bi(s.x,s.y,{format:dr,type:$i,minFilter:ii,magFilter:ii,generateMipmaps:!1}),z.map.texture.name=Y.name+".shadowMap",z.map.depthTexture=new Fs(s.x,s.y,Zi),z.map.depthTexture.name=Y.name+".shadowMapDepth",z.map.depthTexture.format=Ds,z.map.depthTexture.compareFunction=null,z.map.depthTexture.minFilter=Vn,z.map.depthTexture.magFilter=Vn}else Y.isPointLight?(z.map=new Cl(s.x),z.map.depthTexture=new Ko(s.x,Yi)):(z.map=new bi(s.x,s.y),z.map.depthTexture=new Fs(s.x,s.y,Yi)),z.map.depthTexture.name=Y.name+".shadowMap",z.map.depthTexture.format=Ds,this.type===Or?(z.map.depthTexture.compareFunction=$?jf:Kf,z.map.depthTexture.minFilter=ii,z.map.depthTexture.magFilter=ii):(z.map.depthTexture.compareFunction=null,z.map.depthTexture.minFilter=Vn,z.map.depthTexture.magFilter=Vn);z.camera.updateProjectionMatrix()}z.map.isWebGLCubeRenderTarget!==!0&&(z.map.width!==s.x||z.map.height!==s.y)&&z.map.setSize(s.x,s.y);let Q=z.map.isWebGLCubeRenderTarget?6:z.getViewportCount();Y.isPointLight!==!0&&z.updateMatrices(Y,T);let te=(z.camera.layers.mask&4294967294)!==0?z.camera.layers:T.layers;for(let fe=0;fe<Q;fe++){let he=z.getCamera(fe);if(Y.isPointLight){let ee=z.camera,ge=z.matrix,xe=Y.distance||ee.far;xe!==ee.far&&(ee.far=xe,ee.updateProjectionMatrix()),El.setFromMatrixPosition(Y.matrixWorld),ee.position.copy(El),dp.copy(ee.position),dp.add(mA[fe]),ee.up.copy(gA[fe]),ee.lookAt(dp),ee.updateMatrixWorld(),ge.makeTranslation(-El.x,-El.y,-El.z),Y_.multiplyMatrices(ee.projectionMatrix,ee.matrixWorldInverse),z._frustum.setFromProjectionMatrix(Y_,ee.coordinateSystem,ee.reversedDepth)}if(z.map.isWebGLCubeRenderTarget)n.setRenderTarget(z.map,fe),n.clear();else{fe===0&&(n.setRenderTarget(z.map),n.clear());let ee=z.getViewport(fe);a.set(r.x*ee.x,r.y*ee.y,r.x*ee.z,r.y*ee.w),B.viewport(a)}i=z.getFrustum(fe),v(_,T,he,Y,te,this.type)}z.isPointLightShadow!==!0&&this.type===Ya&&S(z,T),z.needsUpdate=!1}p=this.type,g.needsUpdate=!1,n.setRenderTarget(U,P,I)};function S(A,_){let T=e.update(y);d.defines.VSM_SAMPLES!==A.blurSamples&&(d.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null?A.mapPass=new bi(s.x,s.y,{format:dr,type:$i}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),d.uniforms.shadow_pass.value=A.map.depthTexture,d.uniforms.resolution.value.set(A.map.width,A.map.height),d.uniforms.radius.value=A.radius,n.setRenderTarget(A.mapPass),n.clear(),n.renderBufferDirect(_,null,T,d,y,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,n.setRenderTarget(A.map),n.clear(),n.renderBufferDirect(_,null,T,f,y,null)}function E(A,_,T,U){let P=null,I=T.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(I!==void 0)P=I;else if(P=T.isPointLight===!0?l:o,n.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let B=P.uuid,G=_.uuid,D=c[B];D===void 0&&(D={},c[B]=D);let k=D[G];k===void 0&&(k=P.clone(),D[G]=k,_.addEventListener("dispose",C)),P=k}if(P.visible=_.visible,P.wireframe=_.wireframe,U===Ya?P.side=_.shadowSide!==null?_.shadowSide:_.side:P.side=_.shadowSide!==null?_.shadowSide:u[_.side],P.alphaMap=_.alphaMap,P.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,P.map=_.map,P.clipShadows=_.clipShadows,P.clippingPlanes=_.clippingPlanes,P.clipIntersection=_.clipIntersection,P.displacementMap=_.displacementMap,P.displacementScale=_.displacementScale,P.displacementBias=_.displacementBias,P.wireframeLinewidth=_.wireframeLinewidth,P.linewidth=_.linewidth,T.isPointLight===!0&&P.isMeshDistanceMaterial===!0){let B=n.properties.get(P);B.light=T}return P}function v(A,_,T,U,P,I){if(A.visible===!1)return;if(A.layers.test(P)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&I===Ya)&&(!A.frustumCulled||A.intersectsFrustum(i))){A.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,A.matrixWorld);let D=e.update(A),k=A.material;if(Array.isArray(k)){let Y=D.groups;for(let z=0,ce=Y.length;z<ce;z++){let $=Y[z],Q=k[$.materialIndex];if(Q&&Q.visible){let te=E(A,Q,U,I);A.onBeforeShadow(n,A,_,T,D,te,$),n.renderBufferDirect(T,null,D,te,A,$),A.onAfterShadow(n,A,_,T,D,te,$)}}}else if(k.visible){let Y=E(A,k,U,I);A.onBeforeShadow(n,A,_,T,D,Y,null),n.renderBufferDirect(T,null,D,Y,A,null),A.onAfterShadow(n,A,_,T,D,Y,null)}}let G=A.children;for(let D=0,k=G.length;D<k;D++)v(G[D],_,T,U,P,I)}function C(A){A.target.removeEventListener("dispose",C);for(let T in c){let U=c[T],P=A.target.uuid;P in U&&(U[P].dispose(),delete U[P])}}}function xA(n,e){function t(){let O=!1,re=new on,ie=null,Re=new on(0,0,0,0);return{setMask:function(ye){ie!==ye&&!O&&(n.colorMask(ye,ye,ye,ye),ie=ye)},setLocked:function(ye){O=ye},setClear:function(ye,Ce,je,ht,ue){ue===!0&&(ye*=ht,Ce*=ht,je*=ht),re.set(ye,Ce,je,ht),Re.equals(re)===!1&&(n.clearColor(ye,Ce,je,ht),Re.copy(re))},reset:function(){O=!1,ie=null,Re.set(-1,0,0,0)}}}function i(){let O=!1,re=!1,ie=null,Re=null,ye=null;return{setReversed:function(Ce){if(re!==Ce){let je=e.get("EXT_clip_control");Ce?je.clipControlEXT(je.LOWER_LEFT_EXT,je.ZERO_TO_ONE_EXT):je.clipControlEXT(je.LOWER_LEFT_EXT,je.NEGATIVE_ONE_TO_ONE_EXT),re=Ce;let ht=ye;ye=null,this.setClear(ht)}},getReversed:function(){return re},setTest:function(Ce){Ce?we(n.DEPTH_TEST):Ge(n.DEPTH_TEST)},setMask:function(Ce){ie!==Ce&&!O&&(n.depthMask(Ce),ie=Ce)},setFunc:function(Ce){if(re&&(Ce=g_[Ce]),Re!==Ce){switch(Ce){case Gc:n.depthFunc(n.NEVER);break;case Hc:n.depthFunc(n.ALWAYS);break;case Wc:n.depthFunc(n.LESS);break;case La:n.depthFunc(n.LEQUAL);break;case Xc:n.depthFunc(n.EQUAL);break;case qc:n.depthFunc(n.GEQUAL);break;case Yc:n.depthFunc(n.GREATER);break;case Zc:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}Re=Ce}},setLocked:function(Ce){O=Ce},setClear:function(Ce){ye!==Ce&&(ye=Ce,re&&(Ce=1-Ce),n.clearDepth(Ce))},reset:function(){O=!1,ie=null,Re=null,ye=null,re=!1}}}function s(){let O=!1,re=null,ie=null,Re=null,ye=null,Ce=null,je=null,ht=null,ue=null;return{setTest:function(Ye){O||(Ye?we(n.STENCIL_TEST):Ge(n.STENCIL_TEST))},setMask:function(Ye){re!==Ye&&!O&&(n.stencilMask(Ye),re=Ye)},setFunc:function(Ye,ut,Ne){(ie!==Ye||Re!==ut||ye!==Ne)&&(n.stencilFunc(Ye,ut,Ne),ie=Ye,Re=ut,ye=Ne)},setOp:function(Ye,ut,Ne){(Ce!==Ye||je!==ut||ht!==Ne)&&(n.stencilOp(Ye,ut,Ne),Ce=Ye,je=ut,ht=Ne)},setLocked:function(Ye){O=Ye},setClear:function(Ye){ue!==Ye&&(n.clearStencil(Ye),ue=Ye)},reset:function(){O=!1,re=null,ie=null,Re=null,ye=null,Ce=null,je=null,ht=null,ue=null}}}let r=new t,a=new i,o=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,m=[],y=null,g=!1,p=null,S=null,E=null,v=null,C=null,A=null,_=null,T=new St(0,0,0),U=0,P=!1,I=null,B=null,G=null,D=null,k=null,Y=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),z=!1,ce=0,$=n.getParameter(n.VERSION);$.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec($)[1]),z=ce>=1):$.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),z=ce>=2);let Q=null,te={},fe=n.getParameter(n.SCISSOR_BOX),he=n.getParameter(n.VIEWPORT),ee=new on().fromArray(fe),ge=new on().fromArray(he);function xe(O,re,ie,Re){let ye=new Uint8Array(4),Ce=n.createTexture();n.bindTexture(O,Ce),n.texParameteri(O,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(O,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let je=0;je<ie;je++)O===n.TEXTURE_3D||O===n.TEXTURE_2D_ARRAY?n.texImage3D(re,0,n.RGBA,1,1,Re,0,n.RGBA,n.UNSIGNED_BYTE,ye):n.texImage2D(re+je,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,ye);return Ce}let Le={};Le[n.TEXTURE_2D]=xe(n.TEXTURE_2D,n.TEXTURE_2D,1),Le[n.TEXTURE_CUBE_MAP]=xe(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),Le[n.TEXTURE_2D_ARRAY]=xe(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),Le[n.TEXTURE_3D]=xe(n.TEXTURE_3D,n.TEXTURE_3D,1,1),r.setClear(0,0,0,1),a.setClear(1),o.setClear(0),we(n.DEPTH_TEST),a.setFunc(La),Be(!1),De(Rf),we(n.CULL_FACE),ve(Br);function we(O){h[O]!==!0&&(n.enable(O),h[O]=!0)}function Ge(O){h[O]!==!1&&(n.disable(O),h[O]=!1)}function ot(O,re){return d[O]!==re?(n.bindFramebuffer(O,re),d[O]=re,O===n.DRAW_FRAMEBUFFER&&(d[n.FRAMEBUFFER]=re),O===n.FRAMEBUFFER&&(d[n.DRAW_FRAMEBUFFER]=re),!0):!1}function Ke(O,re){let ie=m,Re=!1;if(O){ie=f.get(re),ie===void 0&&(ie=[],f.set(re,ie));let ye=O.textures;if(ie.length!==ye.length||ie[0]!==n.COLOR_ATTACHMENT0){for(let Ce=0,je=ye.length;Ce<je;Ce++)ie[Ce]=n.COLOR_ATTACHMENT0+Ce;ie.length=ye.length,Re=!0}}else ie[0]!==n.BACK&&(ie[0]=n.BACK,Re=!0);Re&&n.drawBuffers(ie)}function lt(O){return y!==O?(n.useProgram(O),y=O,!0):!1}let at={[kr]:n.FUNC_ADD,[B0]:n.FUNC_SUBTRACT,[k0]:n.FUNC_REVERSE_SUBTRACT};at[z0]=n.MIN,at[V0]=n.MAX;let ae={[G0]:n.ZERO,[H0]:n.ONE,[W0]:n.SRC_COLOR,[Df]:n.SRC_ALPHA,[J0]:n.SRC_ALPHA_SATURATE,[Z0]:n.DST_COLOR,[q0]:n.DST_ALPHA,[X0]:n.ONE_MINUS_SRC_COLOR,[Nf]:n.ONE_MINUS_SRC_ALPHA,[$0]:n.ONE_MINUS_DST_COLOR,[Y0]:n.ONE_MINUS_DST_ALPHA,[K0]:n.CONSTANT_COLOR,[j0]:n.ONE_MINUS_CONSTANT_COLOR,[Q0]:n.CONSTANT_ALPHA,[e_]:n.ONE_MINUS_CONSTANT_ALPHA};function ve(O,re,ie,Re,ye,Ce,je,ht,ue,Ye){if(O===Br){g===!0&&(Ge(n.BLEND),g=!1);return}if(g===!1&&(we(n.BLEND),g=!0),O!==O0){if(O!==p||Ye!==P){if((S!==kr||C!==kr)&&(n.blendEquation(n.FUNC_ADD),S=kr,C=kr),Ye)switch(O){case Za:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Pf:n.blendFunc(n.ONE,n.ONE);break;case If:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case Lf:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:ft("WebGLState: Invalid blending: ",O);break}else switch(O){case Za:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Pf:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case If:ft("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Lf:ft("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ft("WebGLState: Invalid blending: ",O);break}E=null,v=null,A=null,_=null,T.set(0,0,0),U=0,p=O,P=Ye}return}ye=ye||re,Ce=Ce||ie,je=je||Re,(re!==S||ye!==C)&&(n.blendEquationSeparate(at[re],at[ye]),S=re,C=ye),(ie!==E||Re!==v||Ce!==A||je!==_)&&(n.blendFuncSeparate(ae[ie],ae[Re],ae[Ce],ae[je]),E=ie,v=Re,A=Ce,_=je),(ht.equals(T)===!1||ue!==U)&&(n.blendColor(ht.r,ht.g,ht.b,ue),T.copy(ht),U=ue),p=O,P=!1}function _e(O,re){O.side===ps?Ge(n.CULL_FACE):we(n.CULL_FACE);let ie=O.side===ri;re&&(ie=!ie),Be(ie),O.blending===Za&&O.transparent===!1?ve(Br):ve(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),a.setFunc(O.depthFunc),a.setTest(O.depthTest),a.setMask(O.depthWrite),r.setMask(O.colorWrite);let Re=O.stencilWrite;o.setTest(Re),Re&&(o.setMask(O.stencilWriteMask),o.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),o.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),ke(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?we(n.SAMPLE_ALPHA_TO_COVERAGE):Ge(n.SAMPLE_ALPHA_TO_COVERAGE)}function Be(O){I!==O&&(O?n.frontFace(n.CW):n.frontFace(n.CCW),I=O)}function De(O){O!==N0?(we(n.CULL_FACE),O!==B&&(O===Rf?n.cullFace(n.BACK):O===U0?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):Ge(n.CULL_FACE),B=O}function st(O){O!==G&&(z&&n.lineWidth(O),G=O)}function ke(O,re,ie){O?(we(n.POLYGON_OFFSET_FILL),(D!==re||k!==ie)&&(D=re,k=ie,a.getReversed()&&(re=-re,ie=-ie),n.polygonOffset(re,ie))):Ge(n.POLYGON_OFFSET_FILL)}function vt(O){O?we(n.SCISSOR_TEST):Ge(n.SCISSOR_TEST)}function gt(O){O===void 0&&(O=n.TEXTURE0+Y-1),Q!==O&&(n.activeTexture(O),Q=O)}function Mt(O,re,ie){ie===void 0&&(Q===null?ie=n.TEXTURE0+Y-1:ie=Q);let Re=te[ie];Re===void 0&&(Re={type:void 0,texture:void 0},te[ie]=Re),(Re.type!==O||Re.texture!==re)&&(Q!==ie&&(n.activeTexture(ie),Q=ie),n.bindTexture(O,re||Le[O]),Re.type=O,Re.texture=re)}function F(){let O=te[Q];O!==void 0&&O.type!==void 0&&(n.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Se(){try{n.compressedTexImage2D(...arguments)}catch(O){ft("WebGLState:",O)}}function qe(){try{n.compressedTexImage3D(...arguments)}catch(O){ft("WebGLState:",O)}}function pt(){try{n.texSubImage2D(...arguments)}catch(O){ft("WebGLState:",O)}}function Te(){try{n.texSubImage3D(...arguments)}catch(O){ft("WebGLState:",O)}}function Vt(){try{n.compressedTexSubImage2D(...arguments)}catch(O){ft("WebGLState:",O)}}function $e(){try{n.compressedTexSubImage3D(...arguments)}catch(O){ft("WebGLState:",O)}}function et(){try{n.texStorage2D(...arguments)}catch(O){ft("WebGLState:",O)}}function R(){try{n.texStorage3D(...arguments)}catch(O){ft("WebGLState:",O)}}function M(){try{n.texImage2D(...arguments)}catch(O){ft("WebGLState:",O)}}function q(){try{n.texImage3D(...arguments)}catch(O){ft("WebGLState:",O)}}function de(O){return u[O]!==void 0?u[O]:n.getParameter(O)}function oe(O,re){u[O]!==re&&(n.pixelStorei(O,re),u[O]=re)}function Me(O){ee.equals(O)===!1&&(n.scissor(O.x,O.y,O.z,O.w),ee.copy(O))}function Ee(O){ge.equals(O)===!1&&(n.viewport(O.x,O.y,O.z,O.w),ge.copy(O))}function ne(O,re){let ie=c.get(re);ie===void 0&&(ie=new WeakMap,c.set(re,ie));let Re=ie.get(O);Re===void 0&&(Re=n.getUniformBlockIndex(re,O.name),n.uniformBlockBinding(re,Re,Re),ie.set(O,Re))}function se(O,re,ie){let ye=c.get(re).get(O);l[ye]!==ie&&(n.bindBufferBase(n.UNIFORM_BUFFER,ye,ie),l[ye]=ie)}function me(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),a.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,te={},d={},l={},f=new WeakMap,m=[],y=null,g=!1,p=null,S=null,E=null,v=null,C=null,A=null,_=null,T=new St(0,0,0),U=0,P=!1,I=null,B=null,G=null,D=null,k=null,ee.set(0,0,n.canvas.width,n.canvas.height),ge.set(0,0,n.canvas.width,n.canvas.height),r.reset(),a.reset(),o.reset()}return{buffers:{color:r,depth:a,stencil:o},enable:we,disable:Ge,bindFramebuffer:ot,drawBuffers:Ke,useProgram:lt,setBlending:ve,setMaterial:_e,setFlipSided:Be,setCullFace:De,setLineWidth:st,setPolygonOffset:ke,setScissorTest:vt,activeTexture:gt,bindTexture:Mt,unbindTexture:F,compressedTexImage2D:Se,compressedTexImage3D:qe,texImage2D:M,texImage3D:q,pixelStorei:oe,getParameter:de,updateUBOMapping:ne,uniformBlockBinding:se,texStorage2D:et,texStorage3D:R,texSubImage2D:pt,texSubImage3D:Te,compressedTexSubImage2D:Vt,compressedTexSubImage3D:$e,scissor:Me,viewport:Ee,reset:me}}function vA(n,e,t,i,s,r,a){let o=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new be,h=new WeakMap,u=new Set,d,f=new WeakMap,m=new Set,y=new FinalizationRegistry(R=>m.delete(R)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(R,M){return g?new OffscreenCanvas(R,M):Wo("canvas")}function S(R,M,q){let de=1,oe=et(R);if((oe.width>q||oe.height>q)&&(de=q/Math.max(oe.width,oe.height)),de<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let Me=Math.floor(de*oe.width),Ee=Math.floor(de*oe.height);d===void 0&&(d=p(Me,Ee));let ne=M?p(Me,Ee):d;return ne.width=Me,ne.height=Ee,ne.getContext("2d").drawImage(R,0,0,Me,Ee),rt("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+Me+"x"+Ee+")."),ne}else return"data"in R&&rt("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),R;return R}function E(R){return R.generateMipmaps}function v(R){n.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?n.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function A(R,M,q,de,oe,Me=!1){if(R!==null){if(n[R]!==void 0)return n[R];rt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let Ee;de&&(Ee=e.get("EXT_texture_norm16"),Ee||rt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ne=M;if(M===n.RED&&(q===n.FLOAT&&(ne=n.R32F),q===n.HALF_FLOAT&&(ne=n.R16F),q===n.UNSIGNED_BYTE&&(ne=n.R8),q===n.UNSIGNED_SHORT&&Ee&&(ne=Ee.R16_EXT),q===n.SHORT&&Ee&&(ne=Ee.R16_SNORM_EXT)),M===n.RED_INTEGER&&(q===n.UNSIGNED_BYTE&&(ne=n.R8UI),q===n.UNSIGNED_SHORT&&(ne=n.R16UI),q===n.UNSIGNED_INT&&(ne=n.R32UI),q===n.BYTE&&(ne=n.R8I),q===n.SHORT&&(ne=n.R16I),q===n.INT&&(ne=n.R32I)),M===n.RG&&(q===n.FLOAT&&(ne=n.RG32F),q===n.HALF_FLOAT&&(ne=n.RG16F),q===n.UNSIGNED_BYTE&&(ne=n.RG8),q===n.UNSIGNED_SHORT&&Ee&&(ne=Ee.RG16_EXT),q===n.SHORT&&Ee&&(ne=Ee.RG16_SNORM_EXT)),M===n.RG_INTEGER&&(q===n.UNSIGNED_BYTE&&(ne=n.RG8UI),q===n.UNSIGNED_SHORT&&(ne=n.RG16UI),q===n.UNSIGNED_INT&&(ne=n.RG32UI),q===n.BYTE&&(ne=n.RG8I),q===n.SHORT&&(ne=n.RG16I),q===n.INT&&(ne=n.RG32I)),M===n.RGB_INTEGER&&(q===n.UNSIGNED_BYTE&&(ne=n.RGB8UI),q===n.UNSIGNED_SHORT&&(ne=n.RGB16UI),q===n.UNSIGNED_INT&&(ne=n.RGB32UI),q===n.BYTE&&(ne=n.RGB8I),q===n.SHORT&&(ne=n.RGB16I),q===n.INT&&(ne=n.RGB32I)),M===n.RGBA_INTEGER&&(q===n.UNSIGNED_BYTE&&(ne=n.RGBA8UI),q===n.UNSIGNED_SHORT&&(ne=n.RGBA16UI),q===n.UNSIGNED_INT&&(ne=n.RGBA32UI),q===n.BYTE&&(ne=n.RGBA8I),q===n.SHORT&&(ne=n.RGBA16I),q===n.INT&&(ne=n.RGBA32I)),M===n.RGB&&(q===n.UNSIGNED_SHORT&&Ee&&(ne=Ee.RGB16_EXT),q===n.SHORT&&Ee&&(ne=Ee.RGB16_SNORM_EXT),q===n.UNSIGNED_INT_5_9_9_9_REV&&(ne=n.RGB9_E5),q===n.UNSIGNED_INT_10F_11F_11F_REV&&(ne=n.R11F_G11F_B10F)),M===n.RGBA){let se=Me?Ho:Dt.getTransfer(oe);q===n.FLOAT&&(ne=n.RGBA32F),q===n.HALF_FLOAT&&(ne=n.RGBA16F),q===n.UNSIGNED_BYTE&&(ne=se===Ht?n.SRGB8_ALPHA8:n.RGBA8),q===n.UNSIGNED_SHORT&&Ee&&(ne=Ee.RGBA16_EXT),q===n.SHORT&&Ee&&(ne=Ee.RGBA16_SNORM_EXT),q===n.UNSIGNED_SHORT_4_4_4_4&&(ne=n.RGBA4),q===n.UNSIGNED_SHORT_5_5_5_1&&(ne=n.RGB5_A1)}return(ne===n.R16F||ne===n.R32F||ne===n.RG16F||ne===n.RG32F||ne===n.RGBA16F||ne===n.RGBA32F)&&e.get("EXT_color_buffer_float"),ne}function _(R,M){let q;return R?M===null||M===Yi||M===Vr?q=n.DEPTH24_STENCIL8:M===Zi?q=n.DEPTH32F_STENCIL8:M===Ja&&(q=n.DEPTH24_STENCIL8,rt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Yi||M===Vr?q=n.DEPTH_COMPONENT24:M===Zi?q=n.DEPTH_COMPONENT32F:M===Ja&&(q=n.DEPTH_COMPONENT16),q}function T(R,M){return E(R)===!0||R.isFramebufferTexture&&R.minFilter!==Vn&&R.minFilter!==ii?Math.log2(Math.max(M.width,M.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?M.mipmaps.length:1}function U(R){let M=new WeakRef(R);i.get(R).__ref=M,m.add(M),y.register(R,M,M)}function P(R){let M=i.get(R).__ref;M!==void 0&&(m.delete(M),y.unregister(M))}function I(R){G(R.target)}function B(R){D(R.target)}function G(R){R.removeEventListener("dispose",I),P(R),Y(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function D(R){R.removeEventListener("dispose",B),P(R),ce(R)}function k(){for(let R of m){let M=R.deref();M!==void 0&&(M.isRenderTarget===!0?D(M):G(M))}m.clear(),u.clear()}function Y(R){let M=i.get(R);if(M.__webglInit===void 0)return;let q=R.source,de=f.get(q);if(de){let oe=de[M.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&z(R),Object.keys(de).length===0&&f.delete(q)}i.remove(R)}function z(R){let M=i.get(R);n.deleteTexture(M.__webglTexture);let q=R.source,de=f.get(q);delete de[M.__cacheKey],a.memory.textures--}function ce(R){let M=i.get(R);M.__depthDisposeCallback&&M.__depthDisposeCallback();let q=R.depthTexture;if(q&&q.renderTarget===R&&G(q),R.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(M.__webglFramebuffer[oe]))for(let Me=0;Me<M.__webglFramebuffer[oe].length;Me++)n.deleteFramebuffer(M.__webglFramebuffer[oe][Me]);else n.deleteFramebuffer(M.__webglFramebuffer[oe]);M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer[oe])}else{if(Array.isArray(M.__webglFramebuffer))for(let oe=0;oe<M.__webglFramebuffer.length;oe++)n.deleteFramebuffer(M.__webglFramebuffer[oe]);else n.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&n.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let oe=0;oe<M.__webglColorRenderbuffer.length;oe++)M.__webglColorRenderbuffer[oe]&&n.deleteRenderbuffer(M.__webglColorRenderbuffer[oe]);M.__webglDepthRenderbuffer&&n.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let de=R.textures;for(let oe=0,Me=de.length;oe<Me;oe++){let Ee=i.get(de[oe]);Ee.__webglTexture&&(n.deleteTexture(Ee.__webglTexture),a.memory.textures--),i.remove(de[oe])}i.remove(R)}let $=0;function Q(){$=0}function te(){return $}function fe(R){$=R}function he(){let R=$;return R>=s.maxTextures&&rt("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,R}function ee(R){let M=[];return M.push(R.wrapS),M.push(R.wrapT),M.push(R.wrapR||0),M.push(R.magFilter),M.push(R.minFilter),M.push(R.anisotropy),M.push(R.internalFormat),M.push(R.format),M.push(R.type),M.push(R.generateMipmaps),M.push(R.mipmapsAutoUpdate),M.push(R.premultiplyAlpha),M.push(R.flipY),M.push(R.unpackAlignment),M.push(R.colorSpace),M.join()}function ge(R,M){let q=i.get(R);if(R.isVideoTexture&&Vt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&q.__version!==R.version){let de=R.image;if(de===null)rt("WebGLRenderer: Texture marked for update but no image data found.");else if(de.complete===!1)rt("WebGLRenderer: Texture marked for update but image is incomplete");else{_e(q,R,M);return}}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,q.__webglTexture,n.TEXTURE0+M)}function xe(R,M){let q=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){_e(q,R,M);return}else R.isExternalTexture&&(q.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,q.__webglTexture,n.TEXTURE0+M)}function Le(R,M){let q=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&q.__version!==R.version){_e(q,R,M);return}t.bindTexture(n.TEXTURE_3D,q.__webglTexture,n.TEXTURE0+M)}function we(R,M){let q=i.get(R);if(R.version>0&&q.__version!==R.version){Be(q,R,M);return}t.bindTexture(n.TEXTURE_CUBE_MAP,q.__webglTexture,n.TEXTURE0+M)}let Ge={[$c]:n.REPEAT,[us]:n.CLAMP_TO_EDGE,[Jc]:n.MIRRORED_REPEAT},ot={[Vn]:n.NEAREST,[i_]:n.NEAREST_MIPMAP_NEAREST,[vl]:n.NEAREST_MIPMAP_LINEAR,[ii]:n.LINEAR,[Ah]:n.LINEAR_MIPMAP_NEAREST,[Os]:n.LINEAR_MIPMAP_LINEAR},Ke={[o_]:n.NEVER,[Qf]:n.ALWAYS,[l_]:n.LESS,[Kf]:n.LEQUAL,[c_]:n.EQUAL,[jf]:n.GEQUAL,[h_]:n.GREATER,[u_]:n.NOTEQUAL};function lt(R,M){if(M.type===Zi&&e.has("OES_texture_float_linear")===!1&&(M.magFilter===ii||M.magFilter===Ah||M.magFilter===vl||M.magFilter===Os||M.minFilter===ii||M.minFilter===Ah||M.minFilter===vl||M.minFilter===Os)&&rt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(R,n.TEXTURE_WRAP_S,Ge[M.wrapS]),n.texParameteri(R,n.TEXTURE_WRAP_T,Ge[M.wrapT]),(R===n.TEXTURE_3D||R===n.TEXTURE_2D_ARRAY)&&n.texParameteri(R,n.TEXTURE_WRAP_R,Ge[M.wrapR]),n.texParameteri(R,n.TEXTURE_MAG_FILTER,ot[M.magFilter]),n.texParameteri(R,n.TEXTURE_MIN_FILTER,ot[M.minFilter]),M.compareFunction&&(n.texParameteri(R,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(R,n.TEXTURE_COMPARE_FUNC,Ke[M.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Vn||M.minFilter!==vl&&M.minFilter!==Os||M.type===Zi&&e.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||i.get(M).__currentAnisotropy){let q=e.get("EXT_texture_filter_anisotropic");n.texParameterf(R,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),i.get(M).__currentAnisotropy=M.anisotropy}}}function at(R,M){let q=!1;R.__webglInit===void 0&&(R.__webglInit=!0,M.addEventListener("dispose",I),U(M));let de=M.source,oe=f.get(de);oe===void 0&&(oe={},f.set(de,oe));let Me=ee(M);if(Me!==R.__cacheKey){oe[Me]===void 0&&(oe[Me]={texture:n.createTexture(),usedTimes:0},a.memory.textures++,q=!0),oe[Me].usedTimes++;let Ee=oe[R.__cacheKey];Ee!==void 0&&(oe[R.__cacheKey].usedTimes--,Ee.usedTimes===0&&z(M)),R.__cacheKey=Me,R.__webglTexture=oe[Me].texture}return q}function ae(R,M,q){return Math.floor(Math.floor(R/q)/M)}function ve(R,M,q,de){let Me=R.updateRanges;if(Me.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,M.width,M.height,q,de,M.data);else{Me.sort((O,re)=>O.start-re.start);let Ee=0;for(let O=1;O<Me.length;O++){let re=Me[Ee],ie=Me[O],Re=re.start+re.count,ye=ae(ie.start,M.width,4),Ce=ae(re.start,M.width,4);ie.start<=Re+1&&ye===Ce&&ae(ie.start+ie.count-1,M.width,4)===ye?re.count=Math.max(re.count,ie.start+ie.count-re.start):(++Ee,Me[Ee]=ie)}Me.length=Ee+1;let ne=t.getParameter(n.UNPACK_ROW_LENGTH),se=t.getParameter(n.UNPACK_SKIP_PIXELS),me=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,M.width);for(let O=0,re=Me.length;O<re;O++){let ie=Me[O],Re=Math.floor(ie.start/4),ye=Math.ceil(ie.count/4),Ce=Re%M.width,je=Math.floor(Re/M.width),ht=ye,ue=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,Ce),t.pixelStorei(n.UNPACK_SKIP_ROWS,je),t.texSubImage2D(n.TEXTURE_2D,0,Ce,je,ht,ue,q,de,M.data)}R.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,ne),t.pixelStorei(n.UNPACK_SKIP_PIXELS,se),t.pixelStorei(n.UNPACK_SKIP_ROWS,me)}}function _e(R,M,q){let de=n.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(de=n.TEXTURE_2D_ARRAY),M.isData3DTexture&&(de=n.TEXTURE_3D);let oe=at(R,M),Me=M.source;t.bindTexture(de,R.__webglTexture,n.TEXTURE0+q);let Ee=i.get(Me);if(Me.version!==Ee.__version||oe===!0){if(t.activeTexture(n.TEXTURE0+q),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ue=Dt.getPrimaries(Dt.workingColorSpace),Ye=M.colorSpace===ks?null:Dt.getPrimaries(M.colorSpace),ut=M.colorSpace===ks||ue===Ye?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ut)}t.pixelStorei(n.UNPACK_ALIGNMENT,M.unpackAlignment);let se=S(M.image,!1,s.maxTextureSize);se=$e(M,se);let me=r.convert(M.format,M.colorSpace),O=r.convert(M.type),re=A(M.internalFormat,me,O,M.normalized,M.colorSpace,M.isVideoTexture);lt(de,M);let ie,Re=M.mipmaps,ye=M.isVideoTexture!==!0,Ce=Ee.__version===void 0||oe===!0,je=Me.dataReady,ht=T(M,se);if(M.isDepthTexture)re=_(M.format===Bs,M.type),Ce&&(ye?t.texStorage2D(n.TEXTURE_2D,1,re,se.width,se.height):t.texImage2D(n.TEXTURE_2D,0,re,se.width,se.height,0,me,O,null));else if(M.isDataTexture)if(Re.length>0){ye&&Ce&&t.texStorage2D(n.TEXTURE_2D,ht,re,Re[0].width,Re[0].height);for(let ue=0,Ye=Re.length;ue<Ye;ue++)ie=Re[ue],ye?je&&t.texSubImage2D(n.TEXTURE_2D,ue,0,0,ie.width,ie.height,me,O,ie.data):t.texImage2D(n.TEXTURE_2D,ue,re,ie.width,ie.height,0,me,O,ie.data);M.generateMipmaps=!1}else ye?(Ce&&t.texStorage2D(n.TEXTURE_2D,ht,re,se.width,se.height),je&&ve(M,se,me,O)):t.texImage2D(n.TEXTURE_2D,0,re,se.width,se.height,0,me,O,se.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){ye&&Ce&&t.texStorage3D(n.TEXTURE_2D_ARRAY,ht,re,Re[0].width,Re[0].height,se.depth);for(let ue=0,Ye=Re.length;ue<Ye;ue++)if(ie=Re[ue],M.format!==Ji)if(me!==null)if(ye){if(je)if(M.layerUpdates.size>0){let ut=hp(ie.width,ie.height,M.format,M.type);for(let Ne of M.layerUpdates){let yt=ie.data.subarray(Ne*ut/ie.data.BYTES_PER_ELEMENT,(Ne+1)*ut/ie.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,ue,0,0,Ne,ie.width,ie.height,1,me,yt)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,ue,0,0,0,ie.width,ie.height,se.depth,me,ie.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,ue,re,ie.width,ie.height,se.depth,0,ie.data,0,0);else rt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ye?je&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,ue,0,0,0,ie.width,ie.height,se.depth,me,O,ie.data):t.texImage3D(n.TEXTURE_2D_ARRAY,ue,re,ie.width,ie.height,se.depth,0,me,O,ie.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{ye&&Ce&&t.texStorage2D(n.TEXTURE_2D,ht,re,Re[0].width,Re[0].height);for(let ue=0,Ye=Re.length;ue<Ye;ue++)ie=Re[ue],M.format!==Ji?me!==null?ye?je&&t.compressedTexSubImage2D(n.TEXTURE_2D,ue,0,0,ie.width,ie.height,me,ie.data):t.compressedTexImage2D(n.TEXTURE_2D,ue,re,ie.width,ie.height,0,ie.data):rt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ye?je&&t.texSubImage2D(n.TEXTURE_2D,ue,0,0,ie.width,ie.height,me,O,ie.data):t.texImage2D(n.TEXTURE_2D,ue,re,ie.width,ie.height,0,me,O,ie.data)}else if(M.isDataArrayTexture)if(ye){if(Ce&&t.texStorage3D(n.TEXTURE_2D_ARRAY,ht,re,se.width,se.height,se.depth),je)if(M.layerUpdates.size>0){let ue=hp(se.width,se.height,M.format,M.type);for(let Ye of M.layerUpdates){let ut=se.data.subarray(Ye*ue/se.data.BYTES_PER_ELEMENT,(Ye+1)*ue/se.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Ye,se.width,se.height,1,me,O,ut)}M.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,se.width,se.height,se.depth,me,O,se.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,re,se.width,se.height,se.depth,0,me,O,se.data);else if(M.isData3DTexture)ye?(Ce&&t.texStorage3D(n.TEXTURE_3D,ht,re,se.width,se.height,se.depth),je&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,se.width,se.height,se.depth,me,O,se.data)):t.texImage3D(n.TEXTURE_3D,0,re,se.width,se.height,se.depth,0,me,O,se.data);else if(M.isFramebufferTexture){if(Ce)if(ye)t.texStorage2D(n.TEXTURE_2D,ht,re,se.width,se.height);else{let ue=se.width,Ye=se.height;for(let ut=0;ut<ht;ut++)t.texImage2D(n.TEXTURE_2D,ut,re,ue,Ye,0,me,O,null),ue>>=1,Ye>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in n){let ue=n.canvas;if(ue.hasAttribute("layoutsubtree")||ue.setAttribute("layoutsubtree","true"),se.parentNode!==ue){ue.appendChild(se),u.add(M),ue.onpaint=Ye=>{let ut=Ye.changedElements;for(let Ne of u)ut.includes(Ne.image)&&(Ne.needsUpdate=!0)},ue.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,se);else{let ut=n.RGBA,Ne=n.RGBA,yt=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,ut,Ne,yt,se)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(Re.length>0){if(ye&&Ce){let ue=et(Re[0]);t.texStorage2D(n.TEXTURE_2D,ht,re,ue.width,ue.height)}for(let ue=0,Ye=Re.length;ue<Ye;ue++)ie=Re[ue],ye?je&&t.texSubImage2D(n.TEXTURE_2D,ue,0,0,me,O,ie):t.texImage2D(n.TEXTURE_2D,ue,re,me,O,ie);M.generateMipmaps=!1}else if(ye){if(Ce){let ue=et(se);t.texStorage2D(n.TEXTURE_2D,ht,re,ue.width,ue.height)}je&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,me,O,se)}else t.texImage2D(n.TEXTURE_2D,0,re,me,O,se);E(M)&&M.mipmapsAutoUpdate===!0&&v(de),Ee.__version=Me.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function Be(R,M,q){if(M.image.length!==6)return;let de=at(R,M),oe=M.source;t.bindTexture(n.TEXTURE_CUBE_MAP,R.__webglTexture,n.TEXTURE0+q);let Me=i.get(oe);if(oe.version!==Me.__version||de===!0){t.activeTexture(n.TEXTURE0+q);let Ee=Dt.getPrimaries(Dt.workingColorSpace),ne=M.colorSpace===ks?null:Dt.getPrimaries(M.colorSpace),se=M.colorSpace===ks||Ee===ne?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,M.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,se);let me=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,re=[];for(let Ne=0;Ne<6;Ne++)!me&&!O?re[Ne]=S(M.image[Ne],!0,s.maxCubemapSize):re[Ne]=O?M.image[Ne].image:M.image[Ne],re[Ne]=$e(M,re[Ne]);let ie=re[0],Re=r.convert(M.format,M.colorSpace),ye=r.convert(M.type),Ce=A(M.internalFormat,Re,ye,M.normalized,M.colorSpace),je=M.isVideoTexture!==!0,ht=Me.__version===void 0||de===!0,ue=oe.dataReady,Ye=T(M,ie);lt(n.TEXTURE_CUBE_MAP,M);let ut;if(M.isDepthTexture){if(Ce=_(M.format===Bs,M.type),ht)if(je)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,Ce,ie.width,ie.height);else for(let Ne=0;Ne<6;Ne++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,Ce,ie.width,ie.height,0,Re,ye,null)}else if(me){je&&ht&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Ye,Ce,ie.width,ie.height);for(let Ne=0;Ne<6;Ne++){ut=re[Ne].mipmaps;for(let yt=0;yt<ut.length;yt++){let Kt=ut[yt];M.format!==Ji?Re!==null?je?ue&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt,0,0,Kt.width,Kt.height,Re,Kt.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt,Ce,Kt.width,Kt.height,0,Kt.data):rt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):je?ue&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt,0,0,Kt.width,Kt.height,Re,ye,Kt.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt,Ce,Kt.width,Kt.height,0,Re,ye,Kt.data)}}}else{if(ut=M.mipmaps,je&&ht){ut.length>0&&Ye++;let Ne=et(re[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Ye,Ce,Ne.width,Ne.height)}for(let Ne=0;Ne<6;Ne++)if(O){je?ue&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,0,0,re[Ne].width,re[Ne].height,Re,ye,re[Ne].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,Ce,re[Ne].width,re[Ne].height,0,Re,ye,re[Ne].data);for(let yt=0;yt<ut.length;yt++){let Jn=ut[yt].image[Ne].image;je?ue&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt+1,0,0,Jn.width,Jn.height,Re,ye,Jn.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt+1,Ce,Jn.width,Jn.height,0,Re,ye,Jn.data)}}else{je?ue&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,0,0,Re,ye,re[Ne]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,Ce,Re,ye,re[Ne]);for(let yt=0;yt<ut.length;yt++){let Kt=ut[yt];je?ue&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt+1,0,0,Re,ye,Kt.image[Ne]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,yt+1,Ce,Re,ye,Kt.image[Ne])}}}E(M)&&M.mipmapsAutoUpdate===!0&&v(n.TEXTURE_CUBE_MAP),Me.__version=oe.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function De(R,M,q,de,oe,Me){let Ee=r.convert(q.format,q.colorSpace),ne=r.convert(q.type),se=A(q.internalFormat,Ee,ne,q.normalized,q.colorSpace),me=i.get(M),O=i.get(q);if(O.__renderTarget=M,!me.__hasExternalTextures){let re=Math.max(1,M.width>>Me),ie=Math.max(1,M.height>>Me);oe===n.TEXTURE_3D||oe===n.TEXTURE_2D_ARRAY?t.texImage3D(oe,Me,se,re,ie,M.depth,0,Ee,ne,null):t.texImage2D(oe,Me,se,re,ie,0,Ee,ne,null)}t.bindFramebuffer(n.FRAMEBUFFER,R),Te(M)?o.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,de,oe,O.__webglTexture,0,pt(M)):(oe===n.TEXTURE_2D||oe>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,de,oe,O.__webglTexture,Me),t.bindFramebuffer(n.FRAMEBUFFER,null)}function st(R,M,q){if(n.bindRenderbuffer(n.RENDERBUFFER,R),M.depthBuffer){let de=M.depthTexture,oe=de&&de.isDepthTexture?de.type:null,Me=_(M.stencilBuffer,oe),Ee=M.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;Te(M)?o.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,pt(M),Me,M.width,M.height):q?n.renderbufferStorageMultisample(n.RENDERBUFFER,pt(M),Me,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,Me,M.width,M.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,Ee,n.RENDERBUFFER,R)}else{let de=M.textures;for(let oe=0;oe<de.length;oe++){let Me=de[oe],Ee=r.convert(Me.format,Me.colorSpace),ne=r.convert(Me.type),se=A(Me.internalFormat,Ee,ne,Me.normalized,Me.colorSpace);Te(M)?o.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,pt(M),se,M.width,M.height):q?n.renderbufferStorageMultisample(n.RENDERBUFFER,pt(M),se,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,se,M.width,M.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function ke(R,M,q){let de=M.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,R),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=i.get(M.depthTexture);oe.__renderTarget=M;let Me=de?M.depthTexture.image[0]:M.depthTexture.image;(!oe.__webglTexture||Me.width!==M.width||Me.height!==M.height)&&(Me.width=M.width,Me.height=M.height,M.depthTexture.needsUpdate=!0),de?we(M.depthTexture,0):ge(M.depthTexture,0);let Ee=oe.__webglTexture,ne=pt(M),se=de?n.TEXTURE_CUBE_MAP_POSITIVE_X+q:n.TEXTURE_2D,me=M.depthTexture.format===Bs?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(M.depthTexture.format===Ds)Te(M)?o.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,me,se,Ee,0,ne):n.framebufferTexture2D(n.FRAMEBUFFER,me,se,Ee,0);else if(M.depthTexture.format===Bs)Te(M)?o.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,me,se,Ee,0,ne):n.framebufferTexture2D(n.FRAMEBUFFER,me,se,Ee,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function vt(R){let M=i.get(R),q=R.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==R.depthTexture){let de=R.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),de){let oe=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,de.removeEventListener("dispose",oe)};de.addEventListener("dispose",oe),M.__depthDisposeCallback=oe}M.__boundDepthTexture=de}if(R.depthTexture&&!M.__autoAllocateDepthBuffer)if(q)for(let de=0;de<6;de++)ke(M.__webglFramebuffer[de],R,de);else R.texture.mipmaps.length>0?ke(M.__webglFramebuffer[0],R,0):ke(M.__webglFramebuffer,R,0);else if(q){M.__webglDepthbuffer=[];for(let de=0;de<6;de++)if(t.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[de]),M.__webglDepthbuffer[de]===void 0)M.__webglDepthbuffer[de]=n.createRenderbuffer(),st(M.__webglDepthbuffer[de],R,!1);else{let oe=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Me=M.__webglDepthbuffer[de];n.bindRenderbuffer(n.RENDERBUFFER,Me),n.framebufferRenderbuffer(n.FRAMEBUFFER,oe,n.RENDERBUFFER,Me)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=n.createRenderbuffer(),st(M.__webglDepthbuffer,R,!1);else{let oe=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Me=M.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,Me),n.framebufferRenderbuffer(n.FRAMEBUFFER,oe,n.RENDERBUFFER,Me)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function gt(R,M,q){let de=i.get(R);M!==void 0&&De(de.__webglFramebuffer,R,R.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),q!==void 0&&vt(R)}function Mt(R){let M=R.texture,q=i.get(R),de=i.get(M);R.addEventListener("dispose",B),U(R);let oe=R.textures,Me=R.isWebGLCubeRenderTarget===!0,Ee=oe.length>1;if(Ee||(de.__webglTexture===void 0&&(de.__webglTexture=n.createTexture()),de.__version=M.version,a.memory.textures++),Me){q.__webglFramebuffer=[];for(let ne=0;ne<6;ne++)if(M.mipmaps.length>0){q.__webglFramebuffer[ne]=[];for(let se=0;se<M.mipmaps.length;se++)q.__webglFramebuffer[ne][se]=n.createFramebuffer()}else q.__webglFramebuffer[ne]=n.createFramebuffer()}else{if(M.mipmaps.length>0){q.__webglFramebuffer=[];for(let ne=0;ne<M.mipmaps.length;ne++)q.__webglFramebuffer[ne]=n.createFramebuffer()}else q.__webglFramebuffer=n.createFramebuffer();if(Ee)for(let ne=0,se=oe.length;ne<se;ne++){let me=i.get(oe[ne]);me.__webglTexture===void 0&&(me.__webglTexture=n.createTexture(),a.memory.textures++)}if(R.samples>0&&Te(R)===!1){q.__webglMultisampledFramebuffer=n.createFramebuffer(),q.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let ne=0;ne<oe.length;ne++){let se=oe[ne];q.__webglColorRenderbuffer[ne]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,q.__webglColorRenderbuffer[ne]);let me=r.convert(se.format,se.colorSpace),O=r.convert(se.type),re=A(se.internalFormat,me,O,se.normalized,se.colorSpace,R.isXRRenderTarget===!0),ie=pt(R);n.renderbufferStorageMultisample(n.RENDERBUFFER,ie,re,R.width,R.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+ne,n.RENDERBUFFER,q.__webglColorRenderbuffer[ne])}n.bindRenderbuffer(n.RENDERBUFFER,null),R.depthBuffer&&(q.__webglDepthRenderbuffer=n.createRenderbuffer(),st(q.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(Me){t.bindTexture(n.TEXTURE_CUBE_MAP,de.__webglTexture),lt(n.TEXTURE_CUBE_MAP,M);for(let ne=0;ne<6;ne++)if(M.mipmaps.length>0)for(let se=0;se<M.mipmaps.length;se++)De(q.__webglFramebuffer[ne][se],R,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ne,se);else De(q.__webglFramebuffer[ne],R,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ne,0);E(M)?v(n.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}else if(Ee){for(let ne=0,se=oe.length;ne<se;ne++){let me=oe[ne],O=i.get(me),re=n.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(re=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(re,O.__webglTexture),lt(re,me),De(q.__webglFramebuffer,R,me,n.COLOR_ATTACHMENT0+ne,re,0),E(me)&&v(re)}t.unbindTexture()}else{let ne=n.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ne=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(ne,de.__webglTexture),lt(ne,M),M.mipmaps.length>0)for(let se=0;se<M.mipmaps.length;se++)De(q.__webglFramebuffer[se],R,M,n.COLOR_ATTACHMENT0,ne,se);else De(q.__webglFramebuffer,R,M,n.COLOR_ATTACHMENT0,ne,0);E(M)?v(ne):M.mipmaps.length>0&&n.texParameteri(ne,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&vt(R)}function F(R){let M=R.textures;for(let q=0,de=M.length;q<de;q++){let oe=M[q];if(E(oe)&&oe.mipmapsAutoUpdate===!0){let Me=C(R),Ee=i.get(oe).__webglTexture;t.bindTexture(Me,Ee),v(Me),t.unbindTexture()}}}let Se=[];function qe(R){if(R.samples>0){if(Te(R)===!1){let M=R.textures,q=R.width,de=R.height,oe=n.COLOR_BUFFER_BIT,Me=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Ee=i.get(R),ne=M.length>1;if(ne)for(let me=0;me<M.length;me++)t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+me,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+me,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,Ee.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,Ee.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,Ee.__webglFramebuffer);for(let me=0;me<M.length;me++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(oe|=n.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(oe|=n.STENCIL_BUFFER_BIT)),ne){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,Ee.__webglColorRenderbuffer[me]);let O=i.get(M[me]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,O,0)}n.blitFramebuffer(0,0,q,de,0,0,q,de,oe,n.NEAREST),l===!0&&(Se.length=0,Se.push(n.COLOR_ATTACHMENT0+me),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Se.push(Me),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,Se))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),ne)for(let me=0;me<M.length;me++){t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+me,n.RENDERBUFFER,Ee.__webglColorRenderbuffer[me]);let O=i.get(M[me]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,Ee.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+me,n.TEXTURE_2D,O,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,Ee.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let M=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[M])}}}function pt(R){return Math.min(s.maxSamples,R.samples)}function Te(R){let M=i.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Vt(R){let M=a.render.frame;h.get(R)!==M&&(h.set(R,M),R.update())}function $e(R,M){let q=R.colorSpace,de=R.format,oe=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||q!==Go&&q!==ks&&(Dt.getTransfer(q)===Ht?(de!==Ji||oe!==li)&&rt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ft("WebGLTextures: Unsupported texture color space:",q)),M}function et(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=he,this.resetTextureUnits=Q,this.getTextureUnits=te,this.setTextureUnits=fe,this.setTexture2D=ge,this.setTexture2DArray=xe,this.setTexture3D=Le,this.setTextureCube=we,this.rebindTextures=gt,this.setupRenderTarget=Mt,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=qe,this.setupDepthRenderbuffer=vt,this.setupFrameBufferTexture=De,this.useMultisampledRTT=Te,this.dispose=k}function yA(n,e){function t(i,s=ks){let r,a=Dt.getTransfer(s);if(i===li)return n.UNSIGNED_BYTE;if(i===Rh)return n.UNSIGNED_SHORT_4_4_4_4;if(i===Ph)return n.UNSIGNED_SHORT_5_5_5_1;if(i===qf)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===Yf)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===Wf)return n.BYTE;if(i===Xf)return n.SHORT;if(i===Ja)return n.UNSIGNED_SHORT;if(i===Ch)return n.INT;if(i===Yi)return n.UNSIGNED_INT;if(i===Zi)return n.FLOAT;if(i===$i)return n.HALF_FLOAT;if(i===Zf)return n.ALPHA;if(i===$f)return n.RGB;if(i===Ji)return n.RGBA;if(i===Ds)return n.DEPTH_COMPONENT;if(i===Bs)return n.DEPTH_STENCIL;if(i===Jf)return n.RED;if(i===Ih)return n.RED_INTEGER;if(i===dr)return n.RG;if(i===Lh)return n.RG_INTEGER;if(i===Dh)return n.RGBA_INTEGER;if(i===yl||i===Sl||i===Ml||i===bl)if(a===Ht)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(i===yl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===Sl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===Ml)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===bl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(i===yl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===Sl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===Ml)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===bl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Nh||i===Uh||i===Fh||i===Oh)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(i===Nh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Uh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Fh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===Oh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===Bh||i===kh||i===zh||i===Vh||i===Gh||i===wl||i===Hh)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(i===Bh||i===kh)return a===Ht?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(i===zh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(i===Vh)return r.COMPRESSED_R11_EAC;if(i===Gh)return r.COMPRESSED_SIGNED_R11_EAC;if(i===wl)return r.COMPRESSED_RG11_EAC;if(i===Hh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===Wh||i===Xh||i===qh||i===Yh||i===Zh||i===$h||i===Jh||i===Kh||i===jh||i===Qh||i===eu||i===tu||i===nu||i===iu)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(i===Wh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===Xh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===qh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===Yh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===Zh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===$h)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===Jh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===Kh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===jh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===Qh)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===eu)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===tu)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===nu)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===iu)return a===Ht?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===su||i===ru||i===au)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(i===su)return a===Ht?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===ru)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===au)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===ou||i===lu||i===Tl||i===cu)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(i===ou)return r.COMPRESSED_RED_RGTC1_EXT;if(i===lu)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===Tl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===cu)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===Vr?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var SA=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,MA=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,vp=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let i=new jo(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=i}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,i=new Ui({vertexShader:SA,fragmentShader:MA,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new oi(new rr(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},yp=class extends qi{constructor(e,t){super();let i=this,s=null,r=1,a=null,o="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,m=null,y=typeof XRWebGLBinding<"u",g=new vp,p={},S=t.getContextAttributes(),E=null,v=null,C=[],A=[],_=new be,T=null,U=null,P=new ni;P.viewport=new on;let I=new ni;I.viewport=new on;let B=[P,I],G=new wh,D=null,k=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(ee){let ge=C[ee];return ge===void 0&&(ge=new Oa,C[ee]=ge),ge.getTargetRaySpace()},this.getControllerGrip=function(ee){let ge=C[ee];return ge===void 0&&(ge=new Oa,C[ee]=ge),ge.getGripSpace()},this.getHand=function(ee){let ge=C[ee];return ge===void 0&&(ge=new Oa,C[ee]=ge),ge.getHandSpace()};function Y(ee){let ge=A.indexOf(ee.inputSource);if(ge===-1)return;let xe=C[ge];xe!==void 0&&(xe.update(ee.inputSource,ee.frame,c||a),xe.dispatchEvent({type:ee.type,data:ee.inputSource}))}function z(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",z),s.removeEventListener("inputsourceschange",ce);for(let ee=0;ee<C.length;ee++){let ge=A[ee];ge!==null&&(A[ee]=null,C[ee].disconnect(ge))}D=null,k=null,g.reset();for(let ee in p)delete p[ee];if(e.setRenderTarget(E),f=null,d=null,u=null,s=null,v=null,he.stop(),i.isPresenting=!1,e.setPixelRatio(T),e.setSize(_.width,_.height,!1),U!==null){let ee=U.camera;ee.fov=U.fov,ee.zoom=U.zoom,ee.updateProjectionMatrix(),U=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(ee){r=ee,i.isPresenting===!0&&rt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(ee){o=ee,i.isPresenting===!0&&rt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||a},this.setReferenceSpace=function(ee){c=ee},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&y&&(u=new XRWebGLBinding(s,t)),u},this.getFrame=function(){return m},this.getSession=function(){return s},this.setSession=async function(ee){if(s=ee,s!==null){if(E=e.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",z),s.addEventListener("inputsourceschange",ce),S.xrCompatible!==!0&&await t.makeXRCompatible(),T=e.getPixelRatio(),e.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let xe=null,Le=null,we=null;S.depth&&(we=S.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,xe=S.stencil?Bs:Ds,Le=S.stencil?Vr:Yi);let Ge={colorFormat:t.RGBA8,depthFormat:we,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Ge),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),v=new bi(d.textureWidth,d.textureHeight,{format:Ji,type:li,depthTexture:new Fs(d.textureWidth,d.textureHeight,Le,void 0,void 0,void 0,void 0,void 0,void 0,xe),stencilBuffer:S.stencil,colorSpace:e.outputColorSpace,samples:S.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xe={antialias:S.antialias,alpha:!0,depth:S.depth,stencil:S.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,xe),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new bi(f.framebufferWidth,f.framebufferHeight,{format:Ji,type:li,colorSpace:e.outputColorSpace,stencilBuffer:S.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,a=await s.requestReferenceSpace(o),he.setContext(s),he.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return g.getDepthTexture()};function ce(ee){for(let ge=0;ge<ee.removed.length;ge++){let xe=ee.removed[ge],Le=A.indexOf(xe);Le>=0&&(A[Le]=null,C[Le].disconnect(xe))}for(let ge=0;ge<ee.added.length;ge++){let xe=ee.added[ge],Le=A.indexOf(xe);if(Le===-1){for(let Ge=0;Ge<C.length;Ge++)if(Ge>=A.length){A.push(xe),Le=Ge;break}else if(A[Ge]===null){A[Ge]=xe,Le=Ge;break}if(Le===-1)break}let we=C[Le];we&&we.connect(xe)}}function $(ee,ge){ge===null?ee.matrixWorld.copy(ee.matrix):ee.matrixWorld.multiplyMatrices(ge.matrixWorld,ee.matrix),ee.matrixWorldInverse.copy(ee.matrixWorld).invert()}this.updateCamera=function(ee){if(s===null)return;let ge=ee.near,xe=ee.far;g.texture!==null&&(g.depthNear>0&&(ge=g.depthNear),g.depthFar>0&&(xe=g.depthFar)),G.near=I.near=P.near=ge,G.far=I.far=P.far=xe,(D!==G.near||k!==G.far)&&(s.updateRenderState({depthNear:G.near,depthFar:G.far}),D=G.near,k=G.far),G.layers.mask=ee.layers.mask|6,P.layers.mask=G.layers.mask&-5,I.layers.mask=G.layers.mask&-3;let Le=ee.parent,we=G.cameras;$(G,Le);for(let Ge=0;Ge<we.length;Ge++)$(we[Ge],Le);G.projectionMatrix.copy(P.projectionMatrix),G.projectionMatrixInverse.copy(P.projectionMatrixInverse),U===null&&ee.isPerspectiveCamera&&(U={camera:ee,fov:ee.fov,zoom:ee.zoom}),Q(ee,G,Le)};function Q(ee,ge,xe){xe===null?ee.matrix.copy(ge.matrixWorld):(ee.matrix.copy(xe.matrixWorld),ee.matrix.invert(),ee.matrix.multiply(ge.matrixWorld)),ee.matrix.decompose(ee.position,ee.quaternion,ee.scale),ee.updateMatrixWorld(!0),ee.projectionMatrix.copy(ge.projectionMatrix),ee.projectionMatrixInverse.copy(ge.projectionMatrixInverse),ee.isPerspectiveCamera&&(ee.fov=Ua*2*Math.atan(1/ee.projectionMatrix.elements[5]),ee.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(ee){l=ee,d!==null&&(d.fixedFoveation=ee),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=ee)},this.hasDepthSensing=function(){return g.texture!==null},this.getDepthSensingMesh=function(){return g.getMesh(G)},this.getCameraTexture=function(ee){return p[ee]};let te=null;function fe(ee,ge){if(h=ge.getViewerPose(c||a),m=ge,h!==null){let xe=h.views;f!==null&&(e.setRenderTargetFramebuffer(v,f.framebuffer),e.setRenderTarget(v));let Le=!1;xe.length!==G.cameras.length&&(G.cameras.length=0,Le=!0);for(let Ke=0;Ke<xe.length;Ke++){let lt=xe[Ke],at=null;if(f!==null)at=f.getViewport(lt);else{let ve=u.getViewSubImage(d,lt);at=ve.viewport,Ke===0&&(e.setRenderTargetTextures(v,ve.colorTexture,ve.depthStencilTexture),e.setRenderTarget(v))}let ae=B[Ke];ae===void 0&&(ae=new ni,ae.layers.enable(Ke),ae.viewport=new on,B[Ke]=ae),ae.matrix.fromArray(lt.transform.matrix),ae.matrix.decompose(ae.position,ae.quaternion,ae.scale),ae.projectionMatrix.fromArray(lt.projectionMatrix),ae.projectionMatrixInverse.copy(ae.projectionMatrix).invert(),ae.viewport.set(at.x,at.y,at.width,at.height),Ke===0&&(G.matrix.copy(ae.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),Le===!0&&G.cameras.push(ae)}let we=s.enabledFeatures;if(we&&we.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){u=i.getBinding();let Ke=u.getDepthInformation(xe[0]);Ke&&Ke.isValid&&Ke.texture&&g.init(Ke,s.renderState)}if(we&&we.includes("camera-access")&&y){e.state.unbindTexture(),u=i.getBinding();for(let Ke=0;Ke<xe.length;Ke++){let lt=xe[Ke].camera;if(lt){let at=p[lt];at||(at=new jo,p[lt]=at);let ae=u.getCameraImage(lt);at.sourceTexture=ae}}}}for(let xe=0;xe<C.length;xe++){let Le=A[xe],we=C[xe];Le!==null&&we!==void 0&&we.update(Le,ge,c||a)}te&&te(ee,ge),ge.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:ge}),m=null}let he=new Z_;he.setAnimationLoop(fe),this.setAnimationLoop=function(ee){te=ee},this.dispose=function(){}}},bA=new rn,sx=new _t;sx.set(-1,0,0,0,1,0,0,0,1);function wA(n,e){function t(g,p){g.matrixAutoUpdate===!0&&g.updateMatrix(),p.value.copy(g.matrix)}function i(g,p){p.color.getRGB(g.fogColor.value,op(n)),p.isFog?(g.fogNear.value=p.near,g.fogFar.value=p.far):p.isFogExp2&&(g.fogDensity.value=p.density)}function s(g,p,S,E,v){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(g,p):p.isMeshLambertMaterial?(r(g,p),p.envMap&&(g.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(g,p),u(g,p)):p.isMeshPhongMaterial?(r(g,p),h(g,p),p.envMap&&(g.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(g,p),d(g,p),p.isMeshPhysicalMaterial&&f(g,p,v)):p.isMeshMatcapMaterial?(r(g,p),m(g,p)):p.isMeshDepthMaterial?r(g,p):p.isMeshDistanceMaterial?(r(g,p),y(g,p)):p.isMeshNormalMaterial?r(g,p):p.isLineBasicMaterial?(a(g,p),p.isLineDashedMaterial&&o(g,p)):p.isPointsMaterial?l(g,p,S,E):p.isSpriteMaterial?c(g,p):p.isShadowMaterial?(g.color.value.copy(p.color),g.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(g,p){g.opacity.value=p.opacity,p.color&&g.diffuse.value.copy(p.color),p.emissive&&g.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(g.map.value=p.map,t(p.map,g.mapTransform)),p.alphaMap&&(g.alphaMap.value=p.alphaMap,t(p.alphaMap,g.alphaMapTransform)),p.bumpMap&&(g.bumpMap.value=p.bumpMap,t(p.bumpMap,g.bumpMapTransform),g.bumpScale.value=p.bumpScale,p.side===ri&&(g.bumpScale.value*=-1)),p.normalMap&&(g.normalMap.value=p.normalMap,t(p.normalMap,g.normalMapTransform),g.normalScale.value.copy(p.normalScale),p.side===ri&&g.normalScale.value.negate()),p.displacementMap&&(g.displacementMap.value=p.displacementMap,t(p.displacementMap,g.displacementMapTransform),g.displacementScale.value=p.displacementScale,g.displacementBias.value=p.displacementBias),p.emissiveMap&&(g.emissiveMap.value=p.emissiveMap,t(p.emissiveMap,g.emissiveMapTransform)),p.specularMap&&(g.specularMap.value=p.specularMap,t(p.specularMap,g.specularMapTransform)),p.alphaTest>0&&(g.alphaTest.value=p.alphaTest);let S=e.get(p),E=S.envMap,v=S.envMapRotation;E&&(g.envMap.value=E,g.envMapRotation.value.setFromMatrix4(bA.makeRotationFromEuler(v)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(sx),g.reflectivity.value=p.reflectivity,g.ior.value=p.ior,g.refractionRatio.value=p.refractionRatio),p.lightMap&&(g.lightMap.value=p.lightMap,g.lightMapIntensity.value=p.lightMapIntensity,t(p.lightMap,g.lightMapTransform)),p.aoMap&&(g.aoMap.value=p.aoMap,g.aoMapIntensity.value=p.aoMapIntensity,t(p.aoMap,g.aoMapTransform))}function a(g,p){g.diffuse.value.copy(p.color),g.opacity.value=p.opacity,p.map&&(g.map.value=p.map,t(p.map,g.mapTransform))}function o(g,p){g.dashSize.value=p.dashSize,g.totalSize.value=p.dashSize+p.gapSize,g.scale.value=p.scale}function l(g,p,S,E){g.diffuse.value.copy(p.color),g.opacity.value=p.opacity,g.size.value=p.size*S,g.scale.value=E*.5,p.map&&(g.map.value=p.map,t(p.map,g.uvTransform)),p.alphaMap&&(g.alphaMap.value=p.alphaMap,t(p.alphaMap,g.alphaMapTransform)),p.alphaTest>0&&(g.alphaTest.value=p.alphaTest)}function c(g,p){g.diffuse.value.copy(p.color),g.opacity.value=p.opacity,g.rotation.value=p.rotation,p.map&&(g.map.value=p.map,t(p.map,g.mapTransform)),p.alphaMap&&(g.alphaMap.value=p.alphaMap,t(p.alphaMap,g.alphaMapTransform)),p.alphaTest>0&&(g.alphaTest.value=p.alphaTest)}function h(g,p){g.specular.value.copy(p.specular),g.shininess.value=Math.max(p.shininess,1e-4)}function u(g,p){p.gradientMap&&(g.gradientMap.value=p.gradientMap)}function d(g,p){g.metalness.value=p.metalness,p.metalnessMap&&(g.metalnessMap.value=p.metalnessMap,t(p.metalnessMap,g.metalnessMapTransform)),g.roughness.value=p.roughness,p.roughnessMap&&(g.roughnessMap.value=p.roughnessMap,t(p.roughnessMap,g.roughnessMapTransform)),p.envMap&&(g.envMapIntensity.value=p.envMapIntensity)}function f(g,p,S){g.ior.value=p.ior,p.diffuseRoughness>0&&(g.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(g.diffuseRoughnessMap.value=p.diffuseRoughnessMap,t(p.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),p.sheen>0&&(g.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),g.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(g.sheenColorMap.value=p.sheenColorMap,t(p.sheenColorMap,g.sheenColorMapTransform)),p.sheenRoughnessMap&&(g.sheenRoughnessMap.value=p.sheenRoughnessMap,t(p.sheenRoughnessMap,g.sheenRoughnessMapTransform))),p.clearcoat>0&&(g.clearcoat.value=p.clearcoat,g.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(g.clearcoatMap.value=p.clearcoatMap,t(p.clearcoatMap,g.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,t(p.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(g.clearcoatNormalMap.value=p.clearcoatNormalMap,t(p.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===ri&&g.clearcoatNormalScale.value.negate())),p.dispersion>0&&(g.dispersion.value=p.dispersion),p.retroreflectivity>0&&(g.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(g.iridescence.value=p.iridescence,g.iridescenceIOR.value=p.iridescenceIOR,g.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(g.iridescenceMap.value=p.iridescenceMap,t(p.iridescenceMap,g.iridescenceMapTransform)),p.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=p.iridescenceThicknessMap,t(p.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),p.transmission>0&&(g.transmission.value=p.transmission,g.transmissionSamplerMap.value=S.texture,g.transmissionSamplerSize.value.set(S.width,S.height),p.transmissionMap&&(g.transmissionMap.value=p.transmissionMap,t(p.transmissionMap,g.transmissionMapTransform)),g.thickness.value=p.thickness,p.thicknessMap&&(g.thicknessMap.value=p.thicknessMap,t(p.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=p.attenuationDistance,g.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(g.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(g.anisotropyMap.value=p.anisotropyMap,t(p.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=p.specularIntensity,g.specularColor.value.copy(p.specularColor),p.specularColorMap&&(g.specularColorMap.value=p.specularColorMap,t(p.specularColorMap,g.specularColorMapTransform)),p.specularIntensityMap&&(g.specularIntensityMap.value=p.specularIntensityMap,t(p.specularIntensityMap,g.specularIntensityMapTransform))}function m(g,p){p.matcap&&(g.matcap.value=p.matcap)}function y(g,p){let S=e.get(p).light;g.referencePosition.value.setFromMatrixPosition(S.matrixWorld),g.nearDistance.value=S.shadow.camera.near,g.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:s}}function TA(n,e,t,i){let s={},r={};function a(S,E){let v=E.program;i.uniformBlockBinding(S,v,s[S.id])}function o(S,E){let v=s[S.id];v===void 0&&(m(S),v=l(S),s[S.id]=v,S.addEventListener("dispose",g));let C=E.program;i.updateUBOMapping(S,C);let A=e.render.frame;r[S.id]!==A&&(c(S),r[S.id]=A)}function l(S){let E=n.createBuffer(),v=S.__size,C=S.usage;return n.bindBuffer(n.UNIFORM_BUFFER,E),n.bufferData(n.UNIFORM_BUFFER,v,C),n.bindBuffer(n.UNIFORM_BUFFER,null),E}function c(S){let E=s[S.id],v=S.uniforms,C=S.__cache;n.bindBuffer(n.UNIFORM_BUFFER,E);for(let A=0,_=v.length;A<_;A++){let T=v[A];if(Array.isArray(T))for(let U=0,P=T.length;U<P;U++)h(T[U],A,U,C);else h(T,A,0,C)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function h(S,E,v,C){if(d(S,E,v,C)===!0){let A=S.__offset,_=S.value;if(Array.isArray(_)){let T=0;for(let U=0;U<_.length;U++){let P=_[U],I=y(P,!0);u(P,S.__data,T),T+=I.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,S.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,A,S.__data)}}function u(S,E,v){typeof S=="number"||typeof S=="boolean"?E[v]=S:S.isMatrix3?(E[v]=S.elements[0],E[v+1]=S.elements[1],E[v+2]=S.elements[2],E[v+3]=0,E[v+4]=S.elements[3],E[v+5]=S.elements[4],E[v+6]=S.elements[5],E[v+7]=0,E[v+8]=S.elements[6],E[v+9]=S.elements[7],E[v+10]=S.elements[8],E[v+11]=0):ArrayBuffer.isView(S)?E.set(S.subarray(0,E.length-v),v):S.toArray(E,v)}function d(S,E,v,C){let A=S.value,_=E+"_"+v;if(Array.isArray(A)){C[_]===void 0&&(C[_]=[]);let T=C[_],U=!1;for(let P=0;P<A.length;P++)f(A[P],T,P)===!0&&(U=!0);return U}return f(A,C,_)}function f(S,E,v){if(E[v]===void 0)return typeof S=="number"||typeof S=="boolean"?E[v]=S:ArrayBuffer.isView(S)?E[v]=S.slice():E[v]=S.clone(),!0;{let C=E[v];if(typeof S=="number"||typeof S=="boolean"){if(C!==S)return E[v]=S,!0}else{if(ArrayBuffer.isView(S))return!0;if(C.equals(S)===!1)return C.copy(S),!0}}return!1}function m(S){let E=S.uniforms,v=0,C=16;for(let _=0,T=E.length;_<T;_++){let U=Array.isArray(E[_])?E[_]:[E[_]];for(let P=0,I=U.length;P<I;P++){let B=U[P],G=Array.isArray(B.value)?B.value:[B.value],D=Array.isArray(E[_])||Array.isArray(B.value),k=v;for(let z=0,ce=G.length;z<ce;z++){let $=G[z],Q=y($,D),te=v%C,fe=te%Q.boundary,he=te+fe;v+=fe,he!==0&&C-he<Q.storage&&(v+=C-he),z===0&&(k=v),v+=Q.storage}let Y=B.type==="int"?Int32Array:B.type==="uint"?Uint32Array:Float32Array;B.__data=new Y((v-k)/Float32Array.BYTES_PER_ELEMENT),B.__offset=k}}let A=v%C;return A>0&&(v+=C-A),S.__size=v,S.__cache={},this}function y(S,E){let v={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(v.boundary=4,v.storage=4):S.isVector2?(v.boundary=8,v.storage=8):S.isVector3||S.isColor?(v.boundary=16,v.storage=12):S.isVector4?(v.boundary=16,v.storage=16):S.isMatrix3?(v.boundary=16,v.storage=48):S.isMatrix4?(v.boundary=16,v.storage=64):S.isTexture?rt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(S)?(v.boundary=16,v.storage=S.byteLength):rt("WebGLRenderer: Unsupported uniform value type.",S),E===!0&&(v.boundary=16,v.storage=Math.ceil(v.storage/16)*16),v}function g(S){let E=S.target;E.removeEventListener("dispose",g),n.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function p(){for(let S in s)n.deleteBuffer(s[S]);s={},r={}}return{bind:a,update:o,dispose:p}}var EA=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),gs=null;function AA(){return gs===null&&(gs=new nh(EA,16,16,dr,$i),gs.name="DFG_LUT",gs.minFilter=ii,gs.magFilter=ii,gs.wrapS=us,gs.wrapT=us,gs.generateMipmaps=!1,gs.needsUpdate=!0),gs}var pu=class{constructor(e={}){let{canvas:t=f_(),context:i=null,depth:s=!0,stencil:r=!1,alpha:a=!1,antialias:o=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=li}=e;this.isWebGLRenderer=!0;let m;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");m=i.getContextAttributes().alpha}else m=a;let y=f,g=new Set([Dh,Lh,Ih]),p=new Set([li,Yi,Ja,Vr,Rh,Ph]),S=new Uint32Array(4),E=new Int32Array(4),v={textures:[],min:[],max:[],resolution:[]},C=null,A=null,_=[],T=[],U=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ms,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let P=this,I=!1,B=null,G=null,D=null,k=null;this._outputColorSpace=Si;let Y=0,z=0,ce=null,$=-1,Q=null,te=new on,fe=new on,he=null,ee=new St(0),ge=0,xe=t.width,Le=t.height,we=1,Ge=null,ot=null,Ke=new on(0,0,xe,Le),lt=new on(0,0,xe,Le),at=!1,ae=new ir,ve=new ih,_e=!1,Be=!1,De=new rn,st=new X,ke=new on,vt={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},gt=!1;function Mt(){return ce===null?we:1}let F=i;function Se(w,V){return t.getContext(w,V)}let qe,pt,Te,Vt,$e,et,R,M,q,de,oe,Me,Ee,ne,se,me,O,re,ie,Re,ye,Ce,je;try{let w={alpha:!0,depth:s,stencil:r,antialias:o,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Ye,!1),t.addEventListener("webglcontextrestored",ut,!1),t.addEventListener("webglcontextcreationerror",Ne,!1),F===null){let V="webgl2";if(F=Se(V,w),F===null)throw Se(V)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}ht()}catch(w){throw t.removeEventListener("webglcontextlost",Ye,!1),t.removeEventListener("webglcontextrestored",ut,!1),t.removeEventListener("webglcontextcreationerror",Ne,!1),ft("WebGLRenderer: "+w.message),w}function ht(){qe=new BT(F),qe.init(),ye=new yA(F,qe),pt=new AT(F,qe,e,ye),Te=new xA(F,qe),pt.reversedDepthBuffer&&d&&Te.buffers.depth.setReversed(!0),G=F.createFramebuffer(),D=F.createFramebuffer(),k=F.createFramebuffer(),Vt=new VT(F),$e=new sA,et=new vA(F,qe,Te,$e,pt,ye,Vt),R=new OT(P),M=new Hb(F),Ce=new TT(F,M),q=new kT(F,M,Vt,Ce),de=new HT(F,q,M,Ce,Vt),re=new GT(F,pt,et),se=new CT($e),oe=new iA(P,R,qe,pt,Ce,se),Me=new wA(P,$e),Ee=new aA,ne=new dA(qe),O=new wT(P,R,Te,de,m,l),me=new _A(P,de,pt),je=new TA(F,Vt,pt,Te),ie=new ET(F,qe,Vt),Re=new zT(F,qe,Vt),Vt.programs=oe.programs,P.capabilities=pt,P.extensions=qe,P.properties=$e,P.renderLists=Ee,P.shadowMap=me,P.state=Te,P.info=Vt}y!==li&&(U=new XT(y,t.width,t.height,o,s,r));let ue=new yp(P,F);this.xr=ue,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let w=qe.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=qe.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return we},this.setPixelRatio=function(w){w!==void 0&&(we=w,this.setSize(xe,Le,!1))},this.getSize=function(w){return w.set(xe,Le)},this.setSize=function(w,V,j=!0){if(ue.isPresenting){rt("WebGLRenderer: Can't change size while VR device is presenting.");return}xe=w,Le=V,t.width=Math.floor(w*we),t.height=Math.floor(V*we),j===!0&&(t.style.width=w+"px",t.style.height=V+"px"),U!==null&&U.setSize(t.width,t.height),this.setViewport(0,0,w,V)},this.getDrawingBufferSize=function(w){return w.set(xe*we,Le*we).floor()},this.setDrawingBufferSize=function(w,V,j){xe=w,Le=V,we=j,t.width=Math.floor(w*j),t.height=Math.floor(V*j),this.setViewport(0,0,w,V)},this.setEffects=function(w){if(y===li){ft("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let V=0;V<w.length;V++)if(w[V].isOutputPass===!0){rt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}U.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(te)},this.getViewport=function(w){return w.copy(Ke)},this.setViewport=function(w,V,j,Z){w.isVector4?Ke.set(w.x,w.y,w.z,w.w):Ke.set(w,V,j,Z),Te.viewport(te.copy(Ke).multiplyScalar(Mt()).round())},this.getScissor=function(w){return w.copy(lt)},this.setScissor=function(w,V,j,Z){w.isVector4?lt.set(w.x,w.y,w.z,w.w):lt.set(w,V,j,Z),Te.scissor(fe.copy(lt).multiplyScalar(Mt()).round())},this.getScissorTest=function(){return at},this.setScissorTest=function(w){Te.setScissorTest(at=w)},this.setOpaqueSort=function(w){Ge=w},this.setTransparentSort=function(w){ot=w},this.getClearColor=function(w){return w.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(w=!0,V=!0,j=!0){let Z=0;if(w){let J=!1;if(ce!==null){let Pe=ce.texture.format;J=g.has(Pe)}if(J){let Pe=ce.texture.type,Ue=p.has(Pe),Ie=O.getClearColor(),Fe=O.getClearAlpha(),Je=Ie.r,mt=Ie.g,At=Ie.b;Ue?(S[0]=Je,S[1]=mt,S[2]=At,S[3]=Fe,F.clearBufferuiv(F.COLOR,0,S)):(E[0]=Je,E[1]=mt,E[2]=At,E[3]=Fe,F.clearBufferiv(F.COLOR,0,E))}else Z|=F.COLOR_BUFFER_BIT}V&&(Z|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(Z|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Z!==0&&F.clear(Z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),B=w},this.dispose=function(){t.removeEventListener("webglcontextlost",Ye,!1),t.removeEventListener("webglcontextrestored",ut,!1),t.removeEventListener("webglcontextcreationerror",Ne,!1),O.dispose(),Ee.dispose(),ne.dispose(),et.dispose(),$e.dispose(),R.dispose(),de.dispose(),q.dispose(),Ce.dispose(),je.dispose(),oe.dispose(),ue.dispose(),ue.removeEventListener("sessionstart",Il),ue.removeEventListener("sessionend",Ki),xs.stop()};function Ye(w){w.preventDefault(),tp("WebGLRenderer: Context Lost."),I=!0}function ut(){tp("WebGLRenderer: Context Restored."),I=!1;let w=Vt.autoReset,V=me.enabled,j=me.autoUpdate,Z=me.needsUpdate,J=me.type;ht(),Vt.autoReset=w,me.enabled=V,me.autoUpdate=j,me.needsUpdate=Z,me.type=J}function Ne(w){ft("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function yt(w){let V=w.target;V.removeEventListener("dispose",yt),Kt(V)}function Kt(w){Jn(w),$e.remove(w)}function Jn(w){let V=$e.get(w).programs;V!==void 0&&(V.forEach(function(j){oe.releaseProgram(j)}),w.isShaderMaterial&&oe.releaseShaderCache(w))}this.renderBufferDirect=function(w,V,j,Z,J,Pe){V===null&&(V=vt);let Ue=J.isMesh&&J.matrixWorld.determinantAffine()<0,Ie=oo(w,V,j,Z,J);Te.setMaterial(Z,Ue);let Fe=j.index,Je=1;if(Z.wireframe===!0){if(Fe=q.getWireframeAttribute(j),Fe===void 0)return;Je=2}let mt=j.drawRange,At=j.attributes.position,Ze=mt.start*Je,Ct=(mt.start+mt.count)*Je;Pe!==null&&(Ze=Math.max(Ze,Pe.start*Je),Ct=Math.min(Ct,(Pe.start+Pe.count)*Je)),Fe!==null?(Ze=Math.max(Ze,0),Ct=Math.min(Ct,Fe.count)):At!=null&&(Ze=Math.max(Ze,0),Ct=Math.min(Ct,At.count));let ln=Ct-Ze;if(ln<0||ln===1/0)return;Ce.setup(J,Z,Ie,j,Fe);let Wt,Xt=ie;if(Fe!==null&&(Wt=M.get(Fe),Xt=Re,Xt.setIndex(Wt)),J.isMesh)Z.wireframe===!0?(Te.setLineWidth(Z.wireframeLinewidth*Mt()),Xt.setMode(F.LINES)):Xt.setMode(F.TRIANGLES);else if(J.isLine){let En=Z.linewidth;En===void 0&&(En=1),Te.setLineWidth(En*Mt()),J.isLineSegments?Xt.setMode(F.LINES):J.isLineLoop?Xt.setMode(F.LINE_LOOP):Xt.setMode(F.LINE_STRIP)}else J.isPoints?Xt.setMode(F.POINTS):J.isSprite&&Xt.setMode(F.TRIANGLES);if(J.isBatchedMesh)if(qe.get("WEBGL_multi_draw"))Xt.renderMultiDraw(J._multiDrawStarts,J._multiDrawCounts,J._multiDrawCount);else{let En=J._multiDrawStarts,He=J._multiDrawCounts,vn=J._multiDrawCount,Pt=Fe?M.get(Fe).bytesPerElement:1,ys=$e.get(Z).currentProgram.getUniforms();for(let yn=0;yn<vn;yn++)ys.setValue(F,"_gl_DrawID",yn),Xt.render(En[yn]/Pt,He[yn])}else if(J.isInstancedMesh)Xt.renderInstances(Ze,ln,J.count);else if(j.isInstancedBufferGeometry){let En=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,He=Math.min(j.instanceCount,En);Xt.renderInstances(Ze,ln,He)}else Xt.render(Ze,ln)};function so(w,V,j,Z){B!==null&&w.isNodeMaterial&&B.setObject(Z,w),_e===!0&&se.setState(w,j,!1),w.transparent===!0&&w.side===ps&&w.forceSinglePass===!1?(w.side=ri,w.needsUpdate=!0,ji(w,V,Z),w.side=ur,w.needsUpdate=!0,ji(w,V,Z),w.side=ps):ji(w,V,Z)}this.compile=function(w,V,j=null){j===null&&(j=w),B!==null&&B.renderStart(w,V,j),A=ne.get(j),A.init(V),T.push(A),j.traverseVisible(function(J){J.isLight&&J.layers.test(V.layers)&&(A.pushLight(J),J.castShadow&&A.pushShadow(J))}),w!==j&&w.traverseVisible(function(J){J.isLight&&J.layers.test(V.layers)&&(A.pushLight(J),J.castShadow&&A.pushShadow(J))}),A.setupLights(),B!==null&&B.updateLights(A.state.lightsArray),Be=this.localClippingEnabled,_e=se.init(this.clippingPlanes,Be),_e===!0&&se.setGlobalState(this.clippingPlanes,V),B!==null&&me.render(A.state.shadowsArray,j,V);let Z=new Set;return w.traverse(function(J){if(!(J.isMesh||J.isPoints||J.isLine||J.isSprite))return;let Pe=J.material;if(Pe)if(Array.isArray(Pe))for(let Ue=0;Ue<Pe.length;Ue++){let Ie=Pe[Ue];so(Ie,j,V,J),Z.add(Ie)}else so(Pe,j,V,J),Z.add(Pe)}),A=T.pop(),B!==null&&B.renderEnd(),Z},this.compileAsync=function(w,V,j=null){let Z=this.compile(w,V,j);return new Promise(J=>{function Pe(){if(Z.forEach(function(Ue){let Fe=$e.get(Ue).currentProgram;(Fe===void 0||Fe.isReady())&&Z.delete(Ue)}),Z.size===0){J(w);return}setTimeout(Pe,10)}qe.get("KHR_parallel_shader_compile")!==null?Pe():setTimeout(Pe,10)})};let Wr=null;function Ru(w){Wr&&Wr(w)}function Il(){xs.stop()}function Ki(){xs.start()}let xs=new Z_;xs.setAnimationLoop(Ru),typeof self<"u"&&xs.setContext(self),this.setAnimationLoop=function(w){Wr=w,ue.setAnimationLoop(w),w===null?xs.stop():xs.start()},ue.addEventListener("sessionstart",Il),ue.addEventListener("sessionend",Ki),this.render=function(w,V){if(V!==void 0&&V.isCamera!==!0){ft("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(I===!0)return;B!==null&&B.renderStart(w,V);let j=ue.enabled===!0&&ue.isPresenting===!0,Z=U!==null&&(ce===null||j)&&U.begin(P,ce);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),V.parent===null&&V.matrixWorldAutoUpdate===!0&&V.updateMatrixWorld(),ue.enabled===!0&&ue.isPresenting===!0&&(U===null||U.isCompositing()===!1)&&(ue.cameraAutoUpdate===!0&&ue.updateCamera(V),V=ue.getCamera()),w.isScene===!0&&w.onBeforeRender(P,w,V,ce),A=ne.get(w,T.length),A.init(V),A.state.textureUnits=et.getTextureUnits(),T.push(A),De.multiplyMatrices(V.projectionMatrix,V.matrixWorldInverse),V.isArrayCamera?ve.setFromArrayCamera(V):ae.setFromProjectionMatrix(De,Di,V.reversedDepth),Be=this.localClippingEnabled,_e=se.init(this.clippingPlanes,Be),C=Ee.get(w,_.length),C.init(),_.push(C),this.info.render.frame++,ue.enabled===!0&&ue.isPresenting===!0){let Ue=P.xr.getDepthSensingMesh();Ue!==null&&vs(Ue,V,-1/0,P.sortObjects)}vs(w,V,0,P.sortObjects),C.finish(),B!==null&&B.updateLights(A.state.lightsArray),P.sortObjects===!0&&C.sort(Ge,ot),gt=ue.enabled===!1||ue.isPresenting===!1||ue.hasDepthSensing()===!1,gt&&O.addToRenderList(C,w),this.info.autoReset===!0&&this.info.reset(),_e===!0&&se.beginShadows();let J=A.state.shadowsArray;if(me.render(J,w,V),_e===!0&&se.endShadows(),(Z&&U.hasRenderPass())===!1){let Ue=C.opaque,Ie=C.transmissive;if(A.setupLights(),V.isArrayCamera){let Fe=V.cameras;if(Ie.length>0)for(let Je=0,mt=Fe.length;Je<mt;Je++){let At=Fe[Je];Oi(Ue,Ie,w,At)}gt&&O.render(w);for(let Je=0,mt=Fe.length;Je<mt;Je++){let At=Fe[Je];ro(C,w,At,At.viewport)}}else Ie.length>0&&Oi(Ue,Ie,w,V),gt&&O.render(w),ro(C,w,V)}ce!==null&&z===0&&(et.updateMultisampleRenderTarget(ce),et.updateRenderTargetMipmap(ce)),Z&&U.end(P),w.isScene===!0&&w.onAfterRender(P,w,V),Ce.resetDefaultState(),$=-1,Q=null,T.pop(),T.length>0?(A=T[T.length-1],et.setTextureUnits(A.state.textureUnits),_e===!0&&se.setGlobalState(P.clippingPlanes,A.state.camera)):A=null,_.pop(),_.length>0?C=_[_.length-1]:C=null,B!==null&&B.renderEnd()};function vs(w,V,j,Z){if(w.visible===!1)return;if(w.layers.test(V.layers)){if(w.isGroup)j=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(V);else if(w.isLight)A.pushLight(w),w.castShadow&&A.pushShadow(w);else if(w.isSprite){let Ue=V.isArrayCamera?ve:ae;if(!w.frustumCulled||w.intersectsFrustum(Ue)){Z&&ke.setFromMatrixPosition(w.matrixWorld).applyMatrix4(De);let Ie=de.update(w),Fe=w.material;Fe.visible&&C.push(w,Ie,Fe,j,ke.z,null,V)}}else if(w.isMesh||w.isLine||w.isPoints){let Ue=V.isArrayCamera?ve:ae;if(!w.frustumCulled||w.intersectsFrustum(Ue)){let Ie=de.update(w),Fe=w.material;if(Z&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),ke.copy(w.boundingSphere.center)):(Ie.boundingSphere===null&&Ie.computeBoundingSphere(),ke.copy(Ie.boundingSphere.center)),ke.applyMatrix4(w.matrixWorld).applyMatrix4(De)),Array.isArray(Fe)){let Je=Ie.groups;for(let mt=0,At=Je.length;mt<At;mt++){let Ze=Je[mt],Ct=Fe[Ze.materialIndex];Ct&&Ct.visible&&C.push(w,Ie,Ct,j,ke.z,Ze,V)}}else Fe.visible&&C.push(w,Ie,Fe,j,ke.z,null,V)}}}let Pe=w.children;for(let Ue=0,Ie=Pe.length;Ue<Ie;Ue++)vs(Pe[Ue],V,j,Z)}function ro(w,V,j,Z){let{opaque:J,transmissive:Pe,transparent:Ue}=w;A.setupLightsView(j),_e===!0&&se.setGlobalState(P.clippingPlanes,j),Z&&Te.viewport(te.copy(Z)),J.length>0&&dn(J,V,j),Pe.length>0&&dn(Pe,V,j),Ue.length>0&&dn(Ue,V,j),Te.buffers.depth.setTest(!0),Te.buffers.depth.setMask(!0),Te.buffers.color.setMask(!0),Te.setPolygonOffset(!1)}function Oi(w,V,j,Z){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[Z.id]===void 0){let Ze=qe.has("EXT_color_buffer_half_float")||qe.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[Z.id]=new bi(1,1,{generateMipmaps:!0,type:Ze?$i:li,minFilter:Os,samples:Math.max(4,pt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Dt.workingColorSpace})}let Pe=A.state.transmissionRenderTarget[Z.id],Ue=Z.viewport||te;Pe.setSize(Ue.z*P.transmissionResolutionScale,Ue.w*P.transmissionResolutionScale);let Ie=P.getRenderTarget(),Fe=P.getActiveCubeFace(),Je=P.getActiveMipmapLevel();P.setRenderTarget(Pe),P.getClearColor(ee),ge=P.getClearAlpha(),ge<1&&P.setClearColor(16777215,.5),P.clear(),gt&&O.render(j);let mt=P.toneMapping;P.toneMapping=ms;let At=Z.viewport;if(Z.viewport!==void 0&&(Z.viewport=void 0),A.setupLightsView(Z),_e===!0&&se.setGlobalState(P.clippingPlanes,Z),dn(w,j,Z),et.updateMultisampleRenderTarget(Pe),et.updateRenderTargetMipmap(Pe),qe.has("WEBGL_multisampled_render_to_texture")===!1){let Ze=!1;for(let Ct=0,ln=V.length;Ct<ln;Ct++){let Wt=V[Ct],{object:Xt,geometry:En,material:He,group:vn}=Wt;if(He.side===ps&&Xt.layers.test(Z.layers)){let Pt=He.side;He.side=ri,He.needsUpdate=!0,_n(Xt,j,Z,En,He,vn),He.side=Pt,He.needsUpdate=!0,Ze=!0}}Ze===!0&&(et.updateMultisampleRenderTarget(Pe),et.updateRenderTargetMipmap(Pe))}P.setRenderTarget(Ie,Fe,Je),P.setClearColor(ee,ge),At!==void 0&&(Z.viewport=At),P.toneMapping=mt}function dn(w,V,j){let Z=V.isScene===!0?V.overrideMaterial:null;for(let J=0,Pe=w.length;J<Pe;J++){let Ue=w[J],{object:Ie,geometry:Fe,group:Je}=Ue,mt=Ue.material;mt.allowOverride===!0&&Z!==null&&(mt=Z),Ie.layers.test(j.layers)&&_n(Ie,V,j,Fe,mt,Je)}}function _n(w,V,j,Z,J,Pe){B!==null&&J.isNodeMaterial&&B.setObject(w,J),w.onBeforeRender(P,V,j,Z,J,Pe),w.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),J.onBeforeRender(P,V,j,Z,w,Pe),J.transparent===!0&&J.side===ps&&J.forceSinglePass===!1?(J.side=ri,J.needsUpdate=!0,P.renderBufferDirect(j,V,Z,J,w,Pe),J.side=ur,J.needsUpdate=!0,P.renderBufferDirect(j,V,Z,J,w,Pe),J.side=ps):P.renderBufferDirect(j,V,Z,J,w,Pe),w.onAfterRender(P,V,j,Z,J,Pe)}function xn(w){let V=0;for(let j of w)j.texture!==null&&V++;return V}function ji(w,V,j){V.isScene!==!0&&(V=vt);let Z=$e.get(w),J=A.state.lights,Pe=A.state.shadowsArray,Ue=J.state.version,Ie=oe.getParameters(w,J.state,Pe,V,j,A.state.lightProbeGridArray),Fe=oe.getProgramCacheKey(Ie),Je=Z.programs;Z.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?V.environment:null,Z.fog=V.fog;let mt=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;Z.envMap=R.get(w.envMap||Z.environment,mt),Z.envMapRotation=Z.environment!==null&&w.envMap===null?V.environmentRotation:w.envMapRotation,Je===void 0&&(w.addEventListener("dispose",yt),Je=new Map,Z.programs=Je,Z.programVariants=new Map);let At=Je.get(Fe);if(At!==void 0){if(Z.currentProgram===At&&Z.lightsStateVersion===Ue)return ao(w,Ie),At}else Ie.uniforms=oe.getUniforms(w),B!==null&&w.isNodeMaterial&&B.build(w,j,Ie),w.onBeforeCompile(Ie,P),At=oe.acquireProgram(Ie,Fe),Je.set(Fe,At),Z.uniforms=Ie.uniforms;let Ze=Z.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Ze.clippingPlanes=se.uniform),ao(w,Ie),Z.needsLights=Vs(w),Z.lightsStateVersion=Ue,Z.needsLights&&(Ze.ambientLightColor.value=J.state.ambient,Ze.lightProbe.value=J.state.probe,Ze.sunLights.value=J.state.sun,Ze.sunLightShadows.value=J.state.sunShadow,Ze.directionalLights.value=J.state.directional,Ze.directionalLightShadows.value=J.state.directionalShadow,Ze.spotLights.value=J.state.spot,Ze.spotLightShadows.value=J.state.spotShadow,Ze.rectAreaLights.value=J.state.rectArea,Ze.ltc_1.value=J.state.rectAreaLTC1,Ze.ltc_2.value=J.state.rectAreaLTC2,Ze.pointLights.value=J.state.point,Ze.pointLightShadows.value=J.state.pointShadow,Ze.hemisphereLights.value=J.state.hemi,Ze.sunShadowMatrix.value=J.state.sunShadowMatrix,Ze.sunShadowCascade.value=J.state.sunShadowCascade,Ze.directionalShadowMatrix.value=J.state.directionalShadowMatrix,Ze.spotLightMatrix.value=J.state.spotLightMatrix,Ze.spotLightMap.value=J.state.spotLightMap,Ze.pointShadowMatrix.value=J.state.pointShadowMatrix),Z.numLightProbeGrids=xn(A.state.lightProbeGridArray),Z.currentProgram=At,Z.uniformsList=null,At}function hi(w,V,j,Z,J){let Pe=$e.get(w),Ue=Pe.currentProgram.id+","+Z+","+J,Ie=Pe.programVariants.get(Ue);return Ie===void 0?(Ie=ji(w,V,j),Pe.programVariants.set(Ue,Ie)):(Pe.currentProgram=Ie,Pe.uniformsList=null,Pe.outputColorSpace=Z,Pe.toneMapping=J),Ie}function zs(w){if(w.uniformsList===null){let V=w.currentProgram.getUniforms();w.uniformsList=Ka.seqWithValue(V.seq,w.uniforms)}return w.uniformsList}function ao(w,V){let j=$e.get(w);j.outputColorSpace=V.outputColorSpace,j.batching=V.batching,j.batchingColor=V.batchingColor,j.instancing=V.instancing,j.instancingColor=V.instancingColor,j.instancingMorph=V.instancingMorph,j.skinning=V.skinning,j.morphTargets=V.morphTargets,j.morphNormals=V.morphNormals,j.morphColors=V.morphColors,j.morphTargetsCount=V.morphTargetsCount,j.numClippingPlanes=V.numClippingPlanes,j.numIntersection=V.numClipIntersection,j.vertexAlphas=V.vertexAlphas,j.vertexTangents=V.vertexTangents,j.toneMapping=V.toneMapping}function oo(w,V,j,Z,J){V.isScene!==!0&&(V=vt),et.resetTextureUnits();let Pe=V.fog,Ue=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial?V.environment:null,Ie=ce===null?P.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:Dt.workingColorSpace,Fe=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial&&!Z.envMap||Z.isMeshPhongMaterial&&!Z.envMap,Je=R.get(Z.envMap||Ue,Fe),mt=Z.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,At=!!j.attributes.tangent&&(!!Z.normalMap||Z.anisotropy>0),Ze=!!j.morphAttributes.position,Ct=!!j.morphAttributes.normal,ln=!!j.morphAttributes.color,Wt=ms;Z.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(Wt=P.toneMapping);let Xt=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,En=Xt!==void 0?Xt.length:0,He=$e.get(Z),vn=A.state.lights;if(_e===!0&&(Be===!0||w!==Q)){let qt=w===Q&&Z.id===$;se.setState(Z,w,qt)}let Pt=!1,ys=!1;Z.version===He.__version?He.needsLights&&He.lightsStateVersion!==vn.state.version||J.isBatchedMesh&&He.batching===!1||!J.isBatchedMesh&&He.batching===!0||J.isBatchedMesh&&He.batchingColor===!0&&J._colorsTexture===null||J.isBatchedMesh&&He.batchingColor===!1&&J._colorsTexture!==null||J.isInstancedMesh&&He.instancing===!1||!J.isInstancedMesh&&He.instancing===!0||J.isSkinnedMesh&&He.skinning===!1||!J.isSkinnedMesh&&He.skinning===!0||J.isInstancedMesh&&He.instancingColor===!0&&J.instanceColor===null||J.isInstancedMesh&&He.instancingColor===!1&&J.instanceColor!==null||J.isInstancedMesh&&He.instancingMorph===!0&&J.morphTexture===null||J.isInstancedMesh&&He.instancingMorph===!1&&J.morphTexture!==null||He.envMap!==Je||Z.fog===!0&&He.fog!==Pe||He.numClippingPlanes!==void 0&&(He.numClippingPlanes!==se.numPlanes||He.numIntersection!==se.numIntersection)||He.vertexAlphas!==mt||He.vertexTangents!==At||He.morphTargets!==Ze||He.morphNormals!==Ct||He.morphColors!==ln||He.morphTargetsCount!==En||He.numLightProbeGrids!==xn(A.state.lightProbeGridArray)?Pt=!0:(He.outputColorSpace!==Ie||He.toneMapping!==Wt)&&(ys=!0):(Pt=!0,He.__version=Z.version);let yn=He.currentProgram;(Pt===!0||ys===!0)&&(yn=ys===!0?hi(Z,V,J,Ie,Wt):ji(Z,V,J),B&&Z.isNodeMaterial&&B.onUpdateProgram(Z,yn,He));let Yr=!1,Qi=!1,Ss=!1,bt=yn.getUniforms(),fn=He.uniforms;if(Te.useProgram(yn.program)&&(Yr=!0,Qi=!0,Ss=!0),Z.id!==$&&($=Z.id,Qi=!0),Yr||Q!==w){Te.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),bt.setValue(F,"projectionMatrix",w.projectionMatrix),bt.setValue(F,"viewMatrix",w.matrixWorldInverse);let Sn=bt.map.cameraPosition;Sn!==void 0&&Sn.setValue(F,st.setFromMatrixPosition(w.matrixWorld)),pt.logarithmicDepthBuffer&&bt.setValue(F,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Z.isMeshPhongMaterial||Z.isMeshToonMaterial||Z.isMeshLambertMaterial||Z.isMeshBasicMaterial||Z.isMeshStandardMaterial||Z.isShaderMaterial)&&bt.setValue(F,"isOrthographic",w.isOrthographicCamera===!0),Q!==w&&(Q=w,Qi=!0,Ss=!0)}if(He.needsLights&&(vn.state.sunShadowMap.length>0&&bt.setValue(F,"sunShadowMap",vn.state.sunShadowMap,et),vn.state.directionalShadowMap.length>0&&bt.setValue(F,"directionalShadowMap",vn.state.directionalShadowMap,et),vn.state.spotShadowMap.length>0&&bt.setValue(F,"spotShadowMap",vn.state.spotShadowMap,et),vn.state.pointShadowMap.length>0&&bt.setValue(F,"pointShadowMap",vn.state.pointShadowMap,et)),J.isSkinnedMesh){bt.setOptional(F,J,"bindMatrix"),bt.setOptional(F,J,"bindMatrixInverse");let qt=J.skeleton;qt&&(qt.boneTexture===null&&qt.computeBoneTexture(),bt.setValue(F,"boneTexture",qt.boneTexture,et))}J.isBatchedMesh&&(bt.setOptional(F,J,"batchingTexture"),bt.setValue(F,"batchingTexture",J._matricesTexture,et),bt.setOptional(F,J,"batchingIdTexture"),bt.setValue(F,"batchingIdTexture",J._indirectTexture,et),bt.setOptional(F,J,"batchingColorTexture"),J._colorsTexture!==null&&bt.setValue(F,"batchingColorTexture",J._colorsTexture,et));let Kn=j.morphAttributes;if((Kn.position!==void 0||Kn.normal!==void 0||Kn.color!==void 0)&&re.update(J,j,yn),(Qi||He.receiveShadow!==J.receiveShadow)&&(He.receiveShadow=J.receiveShadow,bt.setValue(F,"receiveShadow",J.receiveShadow)),(Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial)&&Z.envMap===null&&V.environment!==null&&(fn.envMapIntensity.value=V.environmentIntensity),fn.dfgLUT!==void 0&&(fn.dfgLUT.value=AA()),Qi){if(bt.setValue(F,"toneMappingExposure",P.toneMappingExposure),He.needsLights&&Xr(fn,Ss),Pe&&Z.fog===!0&&Me.refreshFogUniforms(fn,Pe),Me.refreshMaterialUniforms(fn,Z,we,Le,A.state.transmissionRenderTarget[w.id]),He.needsLights&&He.numLightProbeGrids>0){let qt=v,Sn=0;for(let Wn of A.state.lightProbeGridArray)Wn.texture!==null&&(qt.textures[Sn]=Wn.texture,qt.min[Sn]=Wn.boundingBox.min,qt.max[Sn]=Wn.boundingBox.max,qt.resolution[Sn]=Wn.resolution,Sn++);for(let Wn in qt)qt[Wn].length=Sn;fn.probesSH.value=qt.textures,fn.probesMin.value=qt.min,fn.probesMax.value=qt.max,fn.probesResolution.value=qt.resolution}Ka.upload(F,zs(He),fn,et)}if(Z.isShaderMaterial&&Z.uniformsNeedUpdate===!0&&(Ka.upload(F,zs(He),fn,et),Z.uniformsNeedUpdate=!1),Z.isSpriteMaterial&&bt.setValue(F,"center",J.center),bt.setValue(F,"modelViewMatrix",J.modelViewMatrix),bt.setValue(F,"normalMatrix",J.normalMatrix),bt.setValue(F,"modelMatrix",J.matrixWorld),Z.uniformsGroups!==void 0){let qt=Z.uniformsGroups;for(let Sn=0,Wn=qt.length;Sn<Wn;Sn++){let Ll=qt[Sn];je.update(Ll,yn),je.bind(Ll,yn)}}return yn}function Xr(w,V){w.ambientLightColor.needsUpdate=V,w.lightProbe.needsUpdate=V,w.sunLights.needsUpdate=V,w.sunLightShadows.needsUpdate=V,w.directionalLights.needsUpdate=V,w.directionalLightShadows.needsUpdate=V,w.pointLights.needsUpdate=V,w.pointLightShadows.needsUpdate=V,w.spotLights.needsUpdate=V,w.spotLightShadows.needsUpdate=V,w.rectAreaLights.needsUpdate=V,w.hemisphereLights.needsUpdate=V}function Vs(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return z},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(w,V,j){let Z=$e.get(w);Z.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,Z.__autoAllocateDepthBuffer===!1&&(Z.__useRenderToTexture=!1),$e.get(w.texture).__webglTexture=V,$e.get(w.depthTexture).__webglTexture=Z.__autoAllocateDepthBuffer?void 0:j,Z.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,V){let j=$e.get(w);j.__webglFramebuffer=V,j.__useDefaultFramebuffer=V===void 0},this.setRenderTarget=function(w,V=0,j=0){ce=w,Y=V,z=j;let Z=null,J=!1,Pe=!1;if(w){let Ie=$e.get(w);if(Ie.__useDefaultFramebuffer!==void 0){Te.bindFramebuffer(F.FRAMEBUFFER,Ie.__webglFramebuffer),te.copy(w.viewport),fe.copy(w.scissor),he=w.scissorTest,Te.viewport(te),Te.scissor(fe),Te.setScissorTest(he),$=-1;return}else if(Ie.__webglFramebuffer===void 0)et.setupRenderTarget(w);else if(Ie.__hasExternalTextures)et.rebindTextures(w,$e.get(w.texture).__webglTexture,$e.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let mt=w.depthTexture;if(Ie.__boundDepthTexture!==mt){if(mt!==null&&$e.has(mt)&&(w.width!==mt.image.width||w.height!==mt.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");et.setupDepthRenderbuffer(w)}}let Fe=w.texture;(Fe.isData3DTexture||Fe.isDataArrayTexture||Fe.isCompressedArrayTexture)&&(Pe=!0);let Je=$e.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(Je[V])?Z=Je[V][j]:Z=Je[V],J=!0):w.samples>0&&et.useMultisampledRTT(w)===!1?Z=$e.get(w).__webglMultisampledFramebuffer:Array.isArray(Je)?Z=Je[j]:Z=Je,te.copy(w.viewport),fe.copy(w.scissor),he=w.scissorTest}else te.copy(Ke).multiplyScalar(we).floor(),fe.copy(lt).multiplyScalar(we).floor(),he=at;if(j!==0&&(Z=G),Te.bindFramebuffer(F.FRAMEBUFFER,Z)&&Te.drawBuffers(w,Z),Te.viewport(te),Te.scissor(fe),Te.setScissorTest(he),J){let Ie=$e.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+V,Ie.__webglTexture,j)}else if(Pe){let Ie=V;for(let Fe=0;Fe<w.textures.length;Fe++){let Je=$e.get(w.textures[Fe]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Fe,Je.__webglTexture,j,Ie)}}else if(w!==null&&j!==0){let Ie=$e.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Ie.__webglTexture,j)}$=-1};function qr(w){let V=$e.get(w);return(V.__readFormat!==w.format||V.__readType!==w.type)&&(V.__readFormat=w.format,V.__readType=w.type,V.__formatReadable=pt.textureFormatReadable(w.format),V.__typeReadable=pt.textureTypeReadable(w.type)),V}this.readRenderTargetPixels=function(w,V,j,Z,J,Pe,Ue,Ie=0){if(!(w&&w.isWebGLRenderTarget)){ft("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Fe=$e.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ue!==void 0&&(Fe=Fe[Ue],Array.isArray(Fe)&&(Fe=Fe[0])),Fe){Te.bindFramebuffer(F.FRAMEBUFFER,Fe);try{let Je=w.textures[Ie],mt=Je.format,At=Je.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Ie);let Ze=qr(Je);if(Ze.__formatReadable===!1){ft("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Ze.__typeReadable===!1){ft("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}V>=0&&V<=w.width-Z&&j>=0&&j<=w.height-J&&F.readPixels(V,j,Z,J,ye.convert(mt),ye.convert(At),Pe)}finally{let Je=ce!==null?$e.get(ce).__webglFramebuffer:null;Te.bindFramebuffer(F.FRAMEBUFFER,Je)}}},this.readRenderTargetPixelsAsync=async function(w,V,j,Z,J,Pe,Ue,Ie=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Fe=$e.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ue!==void 0&&(Fe=Fe[Ue],Array.isArray(Fe)&&(Fe=Fe[0])),Fe)if(V>=0&&V<=w.width-Z&&j>=0&&j<=w.height-J){Te.bindFramebuffer(F.FRAMEBUFFER,Fe);let Je=w.textures[Ie],mt=Je.format,At=Je.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Ie);let Ze=qr(Je);if(Ze.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Ze.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Ct=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,Ct),F.bufferData(F.PIXEL_PACK_BUFFER,Pe.byteLength,F.STREAM_READ),F.readPixels(V,j,Z,J,ye.convert(mt),ye.convert(At),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let ln=ce!==null?$e.get(ce).__webglFramebuffer:null;Te.bindFramebuffer(F.FRAMEBUFFER,ln);let Wt=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await m_(F,Wt,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,Ct),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Pe),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(Ct),F.deleteSync(Wt),Pe}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,V=null,j=0){let Z=Math.pow(2,-j),J=Math.floor(w.image.width*Z),Pe=Math.floor(w.image.height*Z),Ue=V!==null?V.x:0,Ie=V!==null?V.y:0;et.setTexture2D(w,0),F.copyTexSubImage2D(F.TEXTURE_2D,j,0,0,Ue,Ie,J,Pe),Te.unbindTexture()},this.copyTextureToTexture=function(w,V,j=null,Z=null,J=0,Pe=0){let Ue,Ie,Fe,Je,mt,At,Ze,Ct,ln,Wt=w.isCompressedTexture?w.mipmaps[Pe]:w.image;if(j!==null)Ue=j.max.x-j.min.x,Ie=j.max.y-j.min.y,Fe=j.isBox3?j.max.z-j.min.z:1,Je=j.min.x,mt=j.min.y,At=j.isBox3?j.min.z:0;else{let bt=Math.pow(2,-J);Ue=Math.floor(Wt.width*bt),Ie=Math.floor(Wt.height*bt),w.isDataArrayTexture?Fe=Wt.depth:w.isData3DTexture?Fe=Math.floor(Wt.depth*bt):Fe=1,Je=0,mt=0,At=0}Z!==null?(Ze=Z.x,Ct=Z.y,ln=Z.z):(Ze=0,Ct=0,ln=0);let Xt=ye.convert(V.format),En=ye.convert(V.type),He;V.isData3DTexture?(et.setTexture3D(V,0),He=F.TEXTURE_3D):V.isDataArrayTexture||V.isCompressedArrayTexture?(et.setTexture2DArray(V,0),He=F.TEXTURE_2D_ARRAY):(et.setTexture2D(V,0),He=F.TEXTURE_2D),Te.activeTexture(F.TEXTURE0),Te.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,V.flipY),Te.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,V.premultiplyAlpha),Te.pixelStorei(F.UNPACK_ALIGNMENT,V.unpackAlignment);let vn=Te.getParameter(F.UNPACK_ROW_LENGTH),Pt=Te.getParameter(F.UNPACK_IMAGE_HEIGHT),ys=Te.getParameter(F.UNPACK_SKIP_PIXELS),yn=Te.getParameter(F.UNPACK_SKIP_ROWS),Yr=Te.getParameter(F.UNPACK_SKIP_IMAGES);Te.pixelStorei(F.UNPACK_ROW_LENGTH,Wt.width),Te.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Wt.height),Te.pixelStorei(F.UNPACK_SKIP_PIXELS,Je),Te.pixelStorei(F.UNPACK_SKIP_ROWS,mt),Te.pixelStorei(F.UNPACK_SKIP_IMAGES,At);let Qi=w.isDataArrayTexture||w.isData3DTexture,Ss=V.isDataArrayTexture||V.isData3DTexture;if(w.isDepthTexture){let bt=$e.get(w),fn=$e.get(V),Kn=$e.get(bt.__renderTarget),qt=$e.get(fn.__renderTarget);Te.bindFramebuffer(F.READ_FRAMEBUFFER,Kn.__webglFramebuffer),Te.bindFramebuffer(F.DRAW_FRAMEBUFFER,qt.__webglFramebuffer);for(let Sn=0;Sn<Fe;Sn++)Qi&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$e.get(w).__webglTexture,J,At+Sn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$e.get(V).__webglTexture,Pe,ln+Sn)),F.blitFramebuffer(Je,mt,Je+Ue,mt+Ie,Ze,Ct,Ze+Ue,Ct+Ie,F.DEPTH_BUFFER_BIT,F.NEAREST);Te.bindFramebuffer(F.READ_FRAMEBUFFER,null),Te.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(J!==0||w.isRenderTargetTexture||$e.has(w)){let bt=$e.get(w),fn=$e.get(V);Te.bindFramebuffer(F.READ_FRAMEBUFFER,D),Te.bindFramebuffer(F.DRAW_FRAMEBUFFER,k);for(let Kn=0;Kn<Fe;Kn++)Qi?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,bt.__webglTexture,J,At+Kn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,bt.__webglTexture,J),Ss?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,fn.__webglTexture,Pe,ln+Kn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,fn.__webglTexture,Pe),J!==0?F.blitFramebuffer(Je,mt,Je+Ue,mt+Ie,Ze,Ct,Ze+Ue,Ct+Ie,F.COLOR_BUFFER_BIT,F.NEAREST):Ss?F.copyTexSubImage3D(He,Pe,Ze,Ct,ln+Kn,Je,mt,Ue,Ie):F.copyTexSubImage2D(He,Pe,Ze,Ct,Je,mt,Ue,Ie);Te.bindFramebuffer(F.READ_FRAMEBUFFER,null),Te.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else Ss?w.isDataTexture||w.isData3DTexture?F.texSubImage3D(He,Pe,Ze,Ct,ln,Ue,Ie,Fe,Xt,En,Wt.data):V.isCompressedArrayTexture?F.compressedTexSubImage3D(He,Pe,Ze,Ct,ln,Ue,Ie,Fe,Xt,Wt.data):F.texSubImage3D(He,Pe,Ze,Ct,ln,Ue,Ie,Fe,Xt,En,Wt):w.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Pe,Ze,Ct,Ue,Ie,Xt,En,Wt.data):w.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Pe,Ze,Ct,Wt.width,Wt.height,Xt,Wt.data):F.texSubImage2D(F.TEXTURE_2D,Pe,Ze,Ct,Ue,Ie,Xt,En,Wt);Te.pixelStorei(F.UNPACK_ROW_LENGTH,vn),Te.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Pt),Te.pixelStorei(F.UNPACK_SKIP_PIXELS,ys),Te.pixelStorei(F.UNPACK_SKIP_ROWS,yn),Te.pixelStorei(F.UNPACK_SKIP_IMAGES,Yr),Pe===0&&V.generateMipmaps===!0&&V.mipmapsAutoUpdate===!0&&F.generateMipmap(He),Te.unbindTexture()},this.initRenderTarget=function(w){$e.get(w).__webglFramebuffer===void 0&&et.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?et.setTextureCube(w,0):w.isData3DTexture?et.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?et.setTexture2DArray(w,0):et.setTexture2D(w,0),Te.unbindTexture()},this.resetState=function(){Y=0,z=0,ce=null,Te.reset(),Ce.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Di}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=Dt._getDrawingBufferColorSpace(e),t.unpackColorSpace=Dt._getUnpackColorSpace()}};var rx={type:"change"},Mp={type:"start"},ox={type:"end"},_u=new ka,ax=new Mi,CA=Math.cos(70*rp.DEG2RAD),Dn=new X,ci=2*Math.PI,zt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Sp=1e-6,xu=class extends xl{constructor(e,t=null){super(e,t),this.state=zt.NONE,this.target=new X,this.cursor=new X,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:cr.ROTATE,MIDDLE:cr.DOLLY,RIGHT:cr.PAN},this.touches={ONE:hr.ROTATE,TWO:hr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new X,this._lastQuaternion=new si,this._lastTargetPosition=new X,this._quat=new si().setFromUnitVectors(e.up,new X(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new qa,this._sphericalDelta=new qa,this._scale=1,this._panOffset=new X,this._rotateStart=new be,this._rotateEnd=new be,this._rotateDelta=new be,this._panStart=new be,this._panEnd=new be,this._panDelta=new be,this._dollyStart=new be,this._dollyEnd=new be,this._dollyDelta=new be,this._dollyDirection=new X,this._mouse=new be,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=PA.bind(this),this._onPointerDown=RA.bind(this),this._onPointerUp=IA.bind(this),this._onContextMenu=BA.bind(this),this._onMouseWheel=NA.bind(this),this._onKeyDown=UA.bind(this),this._onTouchStart=FA.bind(this),this._onTouchMove=OA.bind(this),this._onMouseDown=LA.bind(this),this._onMouseMove=DA.bind(this),this._interceptControlDown=kA.bind(this),this._interceptControlUp=zA.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=zt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(rx),this.update(),this.state=zt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Dn.copy(t).sub(this.target),Dn.applyQuaternion(this._quat),this._spherical.setFromVector3(Dn),this.autoRotate&&this.state===zt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let i=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(i)&&isFinite(s)&&(i<-Math.PI?i+=ci:i>Math.PI&&(i-=ci),s<-Math.PI?s+=ci:s>Math.PI&&(s-=ci),i<=s?this._spherical.theta=Math.max(i,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(i+s)/2?Math.max(i,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let a=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=a!=this._spherical.radius}if(Dn.setFromSpherical(this._spherical),Dn.applyQuaternion(this._quatInverse),t.copy(this.target).add(Dn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let a=null;if(this.object.isPerspectiveCamera){let o=Dn.length();a=this._clampDistance(o*this._scale);let l=o-a;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let o=new X(this._mouse.x,this._mouse.y,0);o.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new X(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(o),this.object.updateMatrixWorld(),a=Dn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;a!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(a).add(this.object.position):(_u.origin.copy(this.object.position),_u.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(_u.direction))<CA?this.object.lookAt(this.target):(ax.setFromNormalAndCoplanarPoint(this.object.up,this.target),_u.intersectPlane(ax,this.target))))}else if(this.object.isOrthographicCamera){let a=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),a!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Sp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Sp||this._lastTargetPosition.distanceToSquared(this.target)>Sp?(this.dispatchEvent(rx),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?ci/60*this.autoRotateSpeed*e:ci/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Dn.setFromMatrixColumn(t,0),Dn.multiplyScalar(-e),this._panOffset.add(Dn)}_panUp(e,t){this.screenSpacePanning===!0?Dn.setFromMatrixColumn(t,1):(Dn.setFromMatrixColumn(t,0),Dn.crossVectors(this.object.up,Dn)),Dn.multiplyScalar(e),this._panOffset.add(Dn)}_pan(e,t){let i=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Dn.copy(s).sub(this.target);let r=Dn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/i.clientHeight,this.object.matrix),this._panUp(2*t*r/i.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/i.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/i.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let i=this.domElement.getBoundingClientRect(),s=e-i.left,r=t-i.top,a=i.width,o=i.height;this._mouse.x=s/a*2-1,this._mouse.y=-(r/o)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ci*this._rotateDelta.x/t.clientHeight),this._rotateUp(ci*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-ci*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(i,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(i,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(i*i+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let i=this._getSecondPointerPosition(e),s=.5*(e.pageX+i.x),r=.5*(e.pageY+i.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ci*this._rotateDelta.x/t.clientHeight),this._rotateUp(ci*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(i,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(i*i+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let a=(e.pageX+t.x)*.5,o=(e.pageY+t.y)*.5;this._updateZoomParameters(a,o)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new be,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,i={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:i.deltaY*=16;break;case 2:i.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(i.deltaY*=10),i}};function RA(n){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(n.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(n)&&(this._addPointer(n),n.pointerType==="touch"?this._onTouchStart(n):this._onMouseDown(n),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function PA(n){this.enabled!==!1&&(n.pointerType==="touch"?this._onTouchMove(n):this._onMouseMove(n))}function IA(n){switch(this._removePointer(n),this._pointers.length){case 0:this.domElement.releasePointerCapture(n.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(ox),this.state=zt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function LA(n){let e;switch(n.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case cr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(n),this.state=zt.DOLLY;break;case cr.ROTATE:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=zt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=zt.ROTATE}break;case cr.PAN:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=zt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=zt.PAN}break;default:this.state=zt.NONE}this.state!==zt.NONE&&this.dispatchEvent(Mp)}function DA(n){switch(this.state){case zt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(n);break;case zt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(n);break;case zt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(n);break}}function NA(n){this.enabled===!1||this.enableZoom===!1||this.state!==zt.NONE||(n.preventDefault(),this.dispatchEvent(Mp),this._handleMouseWheel(this._customWheelEvent(n)),this.dispatchEvent(ox))}function UA(n){this.enabled!==!1&&this._handleKeyDown(n)}function FA(n){switch(this._trackPointer(n),this._pointers.length){case 1:switch(this.touches.ONE){case hr.ROTATE:if(this.enableRotate===!1){this.state=zt.NONE;break}this._handleTouchStartRotate(n),this.state=zt.TOUCH_ROTATE;break;case hr.PAN:if(this.enablePan===!1){this.state=zt.NONE;break}this._handleTouchStartPan(n),this.state=zt.TOUCH_PAN;break;default:this.state=zt.NONE}break;case 2:switch(this.touches.TWO){case hr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(n),this.state=zt.TOUCH_DOLLY_PAN;break;case hr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(n),this.state=zt.TOUCH_DOLLY_ROTATE;break;default:this.state=zt.NONE}break;default:this.state=zt.NONE}this.state!==zt.NONE&&this.dispatchEvent(Mp)}function OA(n){switch(this._trackPointer(n),this.state){case zt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(n),this.update();break;case zt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(n),this.update();break;case zt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(n),this.update();break;case zt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(n),this.update();break;default:this.state=zt.NONE}}function BA(n){this.enabled!==!1&&n.preventDefault()}function kA(n){n.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function zA(n){n.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function lx(n){let e=new DataView(n).getUint32(0,!0),t=JSON.parse(new TextDecoder().decode(new Uint8Array(n,4,e))),i=4+e;if(t.kind==="pictures"){let s=i,r=t.sizes.map(a=>{let o=new Blob([new Uint8Array(n,s,a)],{type:"image/jpeg"});return s+=a,o});return{...t,pictures:r,count:r.length}}return{...t,values:new Float32Array(n,i),count:t.shape[0]}}var Qa=n=>Math.max(n.seconds,(n.count-1)*n.seconds);function VA(n){let[e,t,i]=n.size;switch(n.type){case"sphere":return new Ha(e,40,28);case"ellipsoid":return new Ha(1,40,28).scale(e,t,i);case"capsule":return new Qo(e,2*t,12,28).rotateX(Math.PI/2);case"cylinder":return new el(e,e,2*t,40).rotateX(Math.PI/2);case"ribbon":return GA(n.points,e);default:return new sr(2*e,2*t,2*i)}}function GA(n,e){let t=new Va,i=Math.min(...n.map(([,s])=>s))-.08;t.moveTo(n[0][0],i);for(let[s,r]of n)t.lineTo(s,r);return t.lineTo(n.at(-1)[0],i),new cl(t,{depth:2*e,bevelEnabled:!1}).rotateX(Math.PI/2).translate(0,e,0)}function HA(n,e){return new Ui({transparent:!0,depthWrite:!1,uniforms:{ink:{value:new St},cell:{value:n},far:{value:e}},vertexShader:`
      varying vec3 place;
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        place = world.xyz;
        gl_Position = projectionMatrix * viewMatrix * world;
      }`,fragmentShader:`
      uniform vec3 ink;
      uniform float cell, far;
      varying vec3 place;
      float lines(float size, float thickness) {
        vec2 scaled = place.xy / size;
        vec2 pixels = abs(fract(scaled - 0.5) - 0.5) / max(fwidth(scaled), 1e-6);
        return 1.0 - min(min(pixels.x, pixels.y) / thickness, 1.0);
      }
      void main() {
        float fade = pow(clamp(1.0 - distance(place, cameraPosition) / far, 0.0, 1.0), 1.4);
        float drawn = max(0.45 * lines(cell, 1.1), 0.95 * lines(cell * 4.0, 1.4));
        gl_FragColor = vec4(ink, drawn * fade);
        #include <colorspace_fragment>
      }`})}var vu=class{constructor(e){this.renderer=new pu({canvas:e,antialias:!0,preserveDrawingBuffer:!0}),this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Or,this.camera=new ni(32,1,.02,400),this.camera.up.set(0,0,1),this.controls=new xu(this.camera,e),this.controls.enableDamping=!1,this.controls.maxPolarAngle=Math.PI*.495,this.controls.listenToKeyEvents(e),this.follow=!0}build(e){this.plan=e,this.scene?.traverse(s=>{s.geometry?.dispose(),s.material?.dispose()}),this.scene=new Yo,this.bodies=Array.from({length:e.bodies},()=>new ds);let t=[];for(let s of e.geoms){if(s.type==="plane"){t.push(s.position[2]);continue}let[r,a,o,l]=s.color,c=new ul({roughness:.62,metalness:.02,transparent:l<1,opacity:l});c.color.setRGB(r,a,o,"srgb");let h=new oi(VA(s),c);h.position.fromArray(s.position),h.quaternion.copy(bp(s.quaternion,0)),h.castShadow=h.receiveShadow=!0,this.bodies[s.body].add(h)}this.scene.add(...this.bodies),this.sun=new gl(16777215,2.1),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(1024,1024),this.sun.shadow.bias=-5e-4,this.sun.shadow.normalBias=.01;let i=e.reach*1.6;Object.assign(this.sun.shadow.camera,{left:-i,right:i,top:i,bottom:-i,near:.1,far:12*e.reach}),this.scene.add(this.sun,this.sun.target,new fl(16777215,10134445,1.5),new _l(16777215,.35)),this.floor=null,t.length&&this.addFloor(Math.max(...t)),this.paint(),this.pose(e.rest,0,e.rest,0,0),this.root=this.rootNow(),this.resetView()}addFloor(e){let t=this.plan.reach>6?2:this.plan.reach>1.2?.5:.25,i=this.plan.reach*40;this.grid=new oi(new rr(i,i),HA(t,this.plan.reach*9)),this.shade=new oi(new rr(i,i),new hl({opacity:.3,fog:!1})),this.shade.receiveShadow=!0,this.shade.position.z=.001,this.floor=new ds,this.floor.position.z=e-.002,this.floor.cell=t,this.floor.add(this.grid,this.shade),this.scene.add(this.floor)}paint(){if(!this.scene)return;let e=new St(cn("sky"));this.scene.background=e,this.grid?.material.uniforms.ink.value.set(cn("grid"))}rootNow(){return this.bodies[this.plan.root].position.clone()}resetView(){let{target:e,reach:t,elevation:i}=this.plan,s=i*Math.PI/180,r=t*2.1*Math.max(1,1.3/(this.camera.aspect||1)),a=new X(...e);this.follow&&a.add(this.shift());let o=-.28;this.camera.position.set(a.x+r*Math.cos(s)*Math.sin(o),a.y-r*Math.cos(s)*Math.cos(o),a.z+r*Math.sin(s)),this.controls.target.copy(a),this.controls.update()}shift(){if(this.plan.root===0)return new X;let e=this.plan.rest.slice(7*this.plan.root,7*this.plan.root+3),t=this.rootNow().sub(new X(...e));return t.z=0,t}pose(e,t,i,s,r){for(let[a,o]of this.bodies.entries()){let l=t+7*a,c=s+7*a;o.position.set(e[l]+r*(i[c]-e[l]),e[l+1]+r*(i[c+1]-e[l+1]),e[l+2]+r*(i[c+2]-e[l+2])),o.quaternion.copy(bp(e,l+3)).slerp(bp(i,c+3),r)}}draw(e,t){if(!this.scene)return;if(e){let s=7*this.plan.bodies,r=Math.min(Math.max(t/e.seconds,0),e.count-1),a=Math.min(Math.floor(r),Math.max(0,e.count-2)),o=Math.min(a+1,e.count-1);this.pose(e.values,a*s,e.values,o*s,r-a)}if(this.follow&&this.plan.root!==0){let r=this.rootNow().clone().sub(this.root);r.z=0,this.camera.position.add(r),this.controls.target.add(r)}this.root=this.rootNow();let i=this.controls.target;this.floor&&(this.floor.position.x=Math.round(i.x/this.floor.cell)*this.floor.cell,this.floor.position.y=Math.round(i.y/this.floor.cell)*this.floor.cell),this.sun.position.copy(i).add(new X(-.5,-.9,2.4).multiplyScalar(this.plan.reach*1.5)),this.sun.target.position.copy(i),this.renderer.render(this.scene,this.camera)}resize(e,t,i){this.renderer.setPixelRatio(i),this.renderer.setSize(e,t,!1);let s=this.camera.aspect;this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),this.scene&&Math.abs(s-this.camera.aspect)>.05&&this.resetView()}dispose(){this.controls.dispose(),this.renderer.dispose()}};function bp(n,e){return new si(n[e+1],n[e+2],n[e+3],n[e])}var yu=class{constructor(e){this.canvas=e,this.context=e.getContext("2d"),this.cache=new Map}build(){this.cache.clear()}async ready(e,t){e!==this.episode&&(this.episode=e,this.cache.clear());let i=this.frameAt(e,t);this.cache.has(i)||this.cache.set(i,createImageBitmap(e.pictures[i]).then(s=>this.cache.set(i,s))),await this.cache.get(i)}frameAt(e,t){return Math.min(e.count-1,Math.max(0,Math.round(t/e.seconds)))}draw(e,t){let{width:i,height:s}=this.canvas;if(!e)return;this.ready(e,t).catch(()=>{});let r=this.cache.get(this.frameAt(e,t)),a=r instanceof ImageBitmap?r:this.last;if(!a)return;this.last=a,this.context.fillStyle=cn("sky"),this.context.fillRect(0,0,i,s);let o=Math.min(i/a.width,s/a.height),[l,c]=[a.width*o,a.height*o];this.context.drawImage(a,(i-l)/2,(s-c)/2,l,c)}resize(e,t,i){this.canvas.width=Math.round(e*i),this.canvas.height=Math.round(t*i)}paint(){}resetView(){}dispose(){}},wp=class extends yu{async ready(){}draw(e,t){if(!e)return;let{width:i,height:s}=this.canvas,r=this.context,[a,o]=e.shape;r.fillStyle=cn("sky"),r.fillRect(0,0,i,s);let l=s/o;for(let h=0;h<o;h++){let u=1/0,d=-1/0;for(let m=0;m<a;m++)u=Math.min(u,e.values[m*o+h]),d=Math.max(d,e.values[m*o+h]);let f=d>u?l*.7/(d-u):0;r.strokeStyle=cn("left"),r.lineWidth=1.5*devicePixelRatio,r.beginPath();for(let m=0;m<a;m++){let y=12+(i-24)*m/Math.max(1,a-1),g=l*(h+.85)-(e.values[m*o+h]-u)*f;m?r.lineTo(y,g):r.moveTo(y,g)}r.stroke()}let c=12+(i-24)*Math.min(1,t/Qa(e));r.strokeStyle=cn("ink-soft"),r.lineWidth=1,r.beginPath(),r.moveTo(c,0),r.lineTo(c,s),r.stroke()}},Su=class{constructor(e,t){this.holder=e,this.label=t,this.painter=null,this.episode=null,this.time=0,this.observer=new ResizeObserver(()=>this.resize()),this.observer.observe(e)}set(e){this.kind!==e.kind&&this.change(e.kind),this.painter&&JSON.stringify(e)!==this.built&&(this.built=JSON.stringify(e),this.episode=null,this.painter.build(e),this.draw())}show(e){this.set(e.scene),this.episode=e,this.time=0,this.draw()}change(e){this.painter?.dispose(),this.canvas?.remove(),this.canvas=document.createElement("canvas"),this.canvas.tabIndex=0,this.canvas.setAttribute("role","img"),this.canvas.setAttribute("aria-label",this.label),this.holder.prepend(this.canvas),this.kind=e,this.built=null;try{this.painter=e==="bodies"?new vu(this.canvas):e==="pictures"?new yu(this.canvas):new wp(this.canvas)}catch{this.painter=null,this.canvas.remove(),this.holder.dataset.problem="This browser has no WebGL, so the agent cannot be drawn. The numbers hold all the same."}this.painter instanceof vu&&(this.painter.controls.addEventListener("change",()=>this.draw()),this.painter.follow=this.follow??!0),this.resize()}set following(e){this.follow=e,this.painter&&(this.painter.follow=e)}resetView(){this.painter?.resetView(),this.draw()}repaint(){this.painter?.paint(),this.draw()}record(e,t){this.recording=!0,this.painter.resize(e,t,1)}release(){this.recording=!1,this.resize()}async ready(){await this.painter.ready?.(this.episode,this.time)}resize(){if(this.recording)return;let{clientWidth:e,clientHeight:t}=this.holder;!this.painter||!e||!t||(this.painter.resize(e,t,Math.min(devicePixelRatio,2)),this.draw())}draw(){this.painter?.draw(this.episode,this.time)}clear(){this.episode=null}close(){this.observer.disconnect(),this.painter?.dispose(),this.canvas?.remove()}};var cx={gif:20,mp4:60},WA=[["avc","avc1.42003e"],["vp9","vp09.00.40.08"],["av1","av01.0.08M.08"]];async function*hx(n,{fps:e,widest:t,longest:i,speed:s,onShare:r}){let a=Math.min(Qa(n.episode),i*s),o=Math.max(2,Math.round(a/s*e)),{clientWidth:l,clientHeight:c}=n.holder,h=Math.floor(Math.min(l,t)/2)*2,u=Math.floor(c*h/l/2)*2,d=document.createElement("canvas");d.width=h,d.height=u;let f=d.getContext("2d",{willReadFrequently:!0});n.record(h,u);try{for(let m=0;m<o;m++)n.time=m/Math.max(1,o-1)*a,await n.ready(),n.draw(),f.drawImage(n.canvas,0,0,h,u),yield{frame:m,count:o,canvas:d,context:f},r((m+1)/o),m%4===3&&await new Promise(y=>setTimeout(y))}finally{n.release()}}async function ux(n,e,t){let s=(0,eo.GIFEncoder)();for await(let{canvas:r,context:a}of hx(n,{fps:20,widest:480,longest:cx.gif,speed:e,onShare:t})){let{data:o}=a.getImageData(0,0,r.width,r.height),l=(0,eo.quantize)(o,256);s.writeFrame((0,eo.applyPalette)(o,l),r.width,r.height,{palette:l,delay:1e3/20})}return s.finish(),new Blob([s.bytes()],{type:"image/gif"})}async function dx(n,e,t){if(!("VideoEncoder"in window))throw new Error("This browser cannot write .mp4; take the .gif instead.");let i=30,s=null,r=null,a=null;for await(let{frame:o,canvas:l}of hx(n,{fps:i,widest:960,longest:cx.mp4,speed:e,onShare:t})){if(!r){let{width:h,height:u}=l,[d,f]=await XA(h,u,i);s=new i0({target:new kd,video:{codec:d,width:h,height:u,frameRate:i},fastStart:"in-memory"}),r=new VideoEncoder({output:(m,y)=>s.addVideoChunk(m,y),error:m=>a=m}),r.configure(f)}let c=new VideoFrame(l,{timestamp:o*1e6/i,duration:1e6/i});if(r.encode(c,{keyFrame:o%60===0}),c.close(),r.encodeQueueSize>8&&await new Promise(h=>setTimeout(h,20)),a)throw a}if(await r.flush(),a)throw a;return s.finalize(),new Blob([s.target.buffer],{type:"video/mp4"})}async function XA(n,e,t){for(let[i,s]of WA){let r={codec:s,width:n,height:e,framerate:t,bitrate:3e6,latencyMode:"realtime"};if((await VideoEncoder.isConfigSupported(r).catch(()=>null))?.supported)return[i,r]}throw new Error("This browser cannot write .mp4; take the .gif instead.")}var qA=150,YA=120,ZA=n=>new Promise(e=>setTimeout(e,n)),Mu=class{constructor(e,t){this.name=e,this.hooks=t,this.turns=0,this.job=null,this.root=it("section",{class:"side","data-side":e,"aria-label":e==="left"?"First policy":"Second policy"}),this.screen=it("div",{class:"screen"}),this.caption=it("p",{class:"caption"}),this.screen.append(this.caption),this.view=new Su(this.screen,"The agent, drawn from its poses. Arrow keys move the camera."),this.makeDial(),this.makeNumbers(),this.makeTakings(),this.root.append(this.screen,this.dial,this.numbers,this.takings),this.root.addEventListener("focusin",()=>t.onActive(this)),this.root.addEventListener("pointerdown",()=>t.onActive(this))}makeDial(){let e=`Return asked for${this.name==="right"?", second policy":""}`;this.slider=it("input",{type:"range",class:"knob","aria-label":e,oninput:()=>this.ask(Number(this.slider.value))}),this.exact=it("input",{type:"number",class:"exact",step:"any","aria-label":`${e}, exactly`,onchange:()=>this.exact.value!==""&&this.ask(Number(this.exact.value))}),this.track=it("div",{class:"track","aria-hidden":"true"}),this.learned=it("div",{class:"learned"}),this.marks=it("div",{class:"marks"}),this.ticks=it("div",{class:"ticks","aria-hidden":"true"}),this.track.append(this.learned,this.marks),this.zoom=it("button",{type:"button",class:"quiet zoom",onclick:()=>this.hooks.onZoom()},"Zoom to learned"),this.dial=it("div",{class:"dial"},it("div",{class:"asked"},it("span",{class:"label"},"Return asked for"),this.exact,this.zoom),it("div",{class:"scale"},this.track,this.slider,this.ticks))}makeNumbers(){let e=h=>{let u=it("dd",{},"\u2013");return[u,it("div",{},it("dt",{},h),u)]},[t,i]=e("asked"),[s,r]=e("evaluator predicts"),[a,o]=e("achieved"),[l,c]=e("with survival bonus");this.figures={asked:t,predicted:s,achieved:a,paid:l},this.askedBox=i,this.predictedBox=r,this.paidBox=c,this.chips=it("ol",{class:"chips","aria-label":"Episodes"}),this.numbers=it("div",{class:"numbers"},it("dl",{},i,r,o,c),this.chips)}makeTakings(){let e=(t,i)=>it("button",{type:"button",class:"quiet",disabled:!0,onclick:s=>this.take(s.currentTarget,i)},t);this.buttons=[e(".safetensors",()=>this.download("safetensors")),e(".onnx",()=>this.download("onnx")),e(".gif",t=>this.film("gif",ux,t)),e(".mp4",t=>this.film("mp4",dx,t))],this.python=it("pre",{tabIndex:0,"aria-label":"Python lines"}),this.copy=it("button",{type:"button",class:"quiet",onclick:()=>this.copyPython()},"Copy"),this.takings=it("div",{class:"takings"},it("span",{class:"label"},"Take it home"),...this.buttons,it("details",{},it("summary",{},"Python"),it("div",{class:"python"},this.python,this.copy)))}fit(e,t){this.run=e,this.window=t,e.scene&&this.view.set(e.scene);let[i,s]=t,r=10**Math.floor(Math.log10((s-i)/400));this.slider.step=String(r),this.slider.min=String(Math.floor(i/r)*r),this.slider.max=String(Math.ceil(s/r)*r),this.dial.hidden=!e.commandable,this.askedBox.hidden=!e.commandable,this.predictedBox.hidden=!e.predicted,this.paidBox.hidden=!e.survival_bonus,this.figures.achieved.previousSibling.textContent=e.survival_bonus?"achieved without bonus":"achieved",this.slider.value=String(this.command??e.best_return??i);let a=t[0]!==e.return_range[0]||t[1]!==e.return_range[1];this.zoom.textContent=a?"Whole range":"Zoom to learned";let[o,l]=e.return_range;if(this.zoom.hidden=!e.learned||e.learned[0]===e.learned[1]||e.learned[1]-e.learned[0]>.9*(l-o),e.learned){let[c,h]=e.learned.map(u=>Math.min(Math.max(this.share(u),0),1));this.learned.style.setProperty("--from",c),this.learned.style.setProperty("--to",h)}this.learned.hidden=!e.learned,this.ticks.replaceChildren(...$A(i,s).map(c=>{let h=it("span",{},gn(c,Number.isInteger(c)?0:void 0));return h.style.setProperty("--share",this.share(c)),h})),this.drawMarks()}share(e){let[t,i]=[Number(this.slider.min),Number(this.slider.max)];return(e-t)/(i-t)}ask(e){if(!Number.isFinite(e))return;this.command=e,this.slider.value=String(e),this.exact.value=String(Number(e.toFixed(4))),this.figures.asked.textContent=gn(e);let t=Math.max(0,(this.turned??0)+YA-performance.now());clearTimeout(this.timer),this.timer=setTimeout(()=>this.turn({command:e}),t)}playArchived(e){return clearTimeout(this.timer),this.turn({archived:e})}async turn(e){this.turned=performance.now();let t=++this.turns;this.root.classList.add("busy");try{let i=await fo("turn",{...this.hooks.where(),slot:this.name,...e});if(t!==this.turns||i.superseded)return;this.begin(i,e),await this.listen(t,i.job)}catch(i){if(t!==this.turns)return;this.hooks.onTrouble(i)}finally{t===this.turns&&this.root.classList.remove("busy")}}begin(e,t){this.job=e,this.shown=-1,this.playing=-1,t.archived===void 0&&e.command!==null&&(this.command=e.command,this.exact.value=String(Number(e.command.toFixed(4))),this.slider.value=String(e.command)),this.python.textContent=e.python,this.hooks.onPlace(this,e.place),this.tell(e)}async listen(e,t){for(;;){let i=await ss(`jobs/${t}`);if(e!==this.turns)return;let s=this.job.episodes.length;this.job=i,this.tell(i);for(let a of i.episodes.slice(s))i.command!==null&&a.training_return!==void 0&&this.hooks.onPoint({command:i.command,achieved:a.training_return,kind:this.name});let r=i.episodes.find(a=>a.frames);if(this.shown<0&&r&&await this.showEpisode(r.number,e),i.status==="failed")throw Object.assign(new Error(i.problem),{status:500});if(i.status!=="waiting"&&i.status!=="playing"){let a=i.episodes.map(o=>o.training_return).filter(Number.isFinite);i.status==="done"&&Ul(`Asked ${fx(i.command)}, achieved ${fx(ta(a))} on average`);return}await ZA(qA)}}async showEpisode(e,t=this.turns){this.shown=e;let i=await zu(`jobs/${this.job.job}/frames/${e}`);if(!(t!==this.turns||this.shown!==e)){this.view.show(lx(i)),this.playing=e;for(let s of this.buttons)s.disabled=!1;this.tell(this.job),this.hooks.onEpisode(this)}}tell(e){let t=e.episodes.map(l=>l.training_return).filter(Number.isFinite),i=e.archived!==null&&e.archived!==void 0;this.figures.asked.textContent=i?`episode ${e.archived}`:gn(e.command),this.figures.predicted.textContent=gn(e.predicted);let s=t.length>1?` \xB1 ${gn(jp(t))}`:"";this.figures.achieved.textContent=t.length?`${gn(ta(t))}${s}`:"\u2026",this.figures.paid.textContent=gn(ta(e.episodes.map(l=>l.env_return).filter(Number.isFinite)));let r=i?`policy of episode ${e.archived}, which got ${gn(e.archived_return)}`:e.command===null?"":`asked for ${gn(e.command)}`,a=e.episodes[this.playing];this.caption.textContent=a?[r,`got ${gn(a.training_return)} in ${a.env_steps} steps`].filter(Boolean).join(" \xB7 "):r;let o=Array.from({length:e.wanted},(l,c)=>this.chip(e.episodes[c],c));this.chips.replaceChildren(...o),this.drawMarks()}chip(e,t){return e?e.fault?it("li",{},it("span",{class:"chip fault",title:e.detail},e.fault)):it("li",{},it("button",{type:"button",class:"chip",disabled:!e.frames,"aria-pressed":String(this.playing===t),"aria-label":`Show episode ${t+1}, return ${gn(e.training_return)}`,title:`${e.env_steps} steps, env return ${gn(e.env_return)}`,onclick:()=>this.showEpisode(t).catch(i=>this.hooks.onTrouble(i))},gn(e.training_return))):it("li",{},it("span",{class:"chip waiting","aria-label":`Episode ${t+1}, not over yet`},"\xB7"))}drawMarks(){if(!this.run||!this.job)return;let e=(s,r)=>{let a=this.share(r);if(!(a>=0&&a<=1))return null;let o=it("i",{class:s});return o.style.setProperty("--share",a),o},t=this.job.episodes.map(s=>e("achieved",s.training_return)),i=this.job.predicted===null?null:e("foreseen",this.job.predicted);this.marks.replaceChildren(...[i,...t].filter(Boolean))}async take(e,t){let i=e.textContent;e.disabled=!0;try{await t(s=>e.textContent=`${i} ${Math.round(100*s)} %`)}catch(s){this.hooks.onTrouble(s)}finally{e.textContent=i,e.disabled=!1}}fileName(e){let t=this.job.archived!==null?`episode-${this.job.archived}`:this.job.command===null?"policy":`return-${Number(this.job.command.toFixed(2))}`;return`${this.run.env.split(/[:/]/).at(-1)}-${t}.${e}`}async download(e){Vu(await zu(`jobs/${this.job.job}/policy.${e}`),this.fileName(e))}async film(e,t,i){Vu(await t(this.view,this.hooks.speed(),i),this.fileName(e)),this.hooks.onEpisode(this)}async copyPython(){await navigator.clipboard?.writeText(this.python.textContent).catch(()=>{}),this.copy.textContent="Copied",setTimeout(()=>this.copy.textContent="Copy",1500)}reset(){this.turns++,clearTimeout(this.timer),this.job=null,this.command=void 0,this.marks.replaceChildren(),this.chips.replaceChildren()}close(){this.reset(),fo("stop",{slot:this.name}).catch(()=>{}),this.view.close(),this.root.remove()}},fx=gn;function $A(n,e){let t=(e-n)/5,i=10**Math.floor(Math.log10(t)),s=[1,2,5,10].map(a=>a*i).find(a=>a>=t),r=[];for(let a=Math.ceil(n/s)*s;a<=e+s*1e-6;a+=s)r.push(Number(a.toPrecision(10)));return r}var JA=2500,KA=.8,$n=[],fr=[],_x=null,Zt=null,Ei=null,wu=!1,Pl=!0,no=!1,io=0,to=null,bu=0,xx=new ec(tt("calibration")),vx=new tc(tt("curve")),Au=new nc(tt("map"),{onPlay:n=>_x.playArchived(n),onLook:(n,e)=>{let t=n?`episode ${na(n.episode)}, return ${gn(n.value)}`:"click a point to play it";tt("map-hint").textContent=t,e&&Ul(t)}}),Cp={where:()=>Ei,speed:()=>Number(tt("speed").value),onActive:n=>{_x=n;for(let e of $n)e.root.classList.toggle("active",e===n&&$n.length>1)},onTrouble:Fi,onPlace:(n,e)=>Au.mark(n.name,e),onPoint:n=>{fr.push(n),Cu()},onEpisode:()=>{io=0},onZoom:()=>{wu=!wu,bx()}};function Fi(n){let e=tt("notice");e.textContent=n?.message??"",e.hidden=!e.textContent}async function px(){let n=await ss("runs");tt("main").hidden=!0,tt("list").hidden=!1;for(let e of["all-runs","compare","seed-field"])tt(e).hidden=!0;tt("env").textContent="gogepo dial",tt("about").textContent=`${n.length} runs`,tt("runs").replaceChildren(...n.map(e=>it("li",{},it("button",{type:"button",class:"run",onclick:()=>Rp(e.name,e.seeds[0],n).catch(Fi)},it("strong",{},e.name),it("span",{},`${e.env} \xB7 ${yx(e.method)}${e.seeds.length>1?` \xB7 ${e.seeds.length} seeds`:""}`),it("span",{class:"progress"},e.training?it("b",{class:"live"},"training"):null,`${na(e.env_steps)} of ${na(e.budget)} steps`,e.best_return===null?"":` \xB7 best ${gn(e.best_return)}`)))))}var yx=n=>({gogepo:"GoGePo"})[n]??n.toUpperCase();async function Rp(n,e,t){Fi(null),Ei={run:n,seed:e},Zt=null,to=null,wu=!1,fr.length=0,bu++,qs.set("run",n),qs.set("seed",e),history.replaceState(null,"",`#${qs}`);for(let o of $n)o.reset();tt("about").textContent="loading \u2026";let i=Ei,s=t??await ss("runs"),r=s.find(o=>o.name===n);tt("all-runs").hidden=s.length<2;let a=r?.seeds??[e];tt("seed-field").hidden=a.length<2,tt("seed").replaceChildren(...a.map(o=>it("option",{value:o,selected:o===e},String(o)))),tt("env").textContent=r?.env??n,await Sx(i)}async function Sx(n=Ei){try{let e=await ss("run",n);if(n!==Ei)return;let t=Zt===null;if(Zt=e,tt("list").hidden=!0,tt("main").hidden=!1,$n.length||Tx("left"),bx(),tt("compare").hidden=!Zt.commandable,tt("sweep").hidden=!Zt.commandable,tt("calibration-figure").hidden=!Zt.commandable,tt("map-figure").hidden=!Zt.map,Zt.map){Au.update(Zt.map);let[i,s]=Ag(Zt.map);tt("map-key").replaceChildren("return ",i,it("span",{class:"ramp"}),s,it("span",{class:"swatch path"},"path of commands"))}if(Fi(null),t)for(let i of $n)Mx(i)}catch(e){if(n!==Ei)return;Zt||(tt("list").hidden=!0,tt("main").hidden=!0),Fi(e)}await Tu(n)}function Mx(n){if(!Zt.commandable){n.turn({});return}let[e,t]=Zt.learned??Zt.return_range;n.ask(Number((n.name==="left"?e+.9*(t-e):e+.3*(t-e)).toPrecision(3)))}var Pp=()=>{if(!wu||!Zt.learned)return Zt.return_range;let[n,e]=Zt.learned,t=.05*(e-n||1);return[n-t,e+t]};function bx(){for(let n of $n)n.fit(Zt,Pp());Cu(),wx()}function wx(){let n=[yx(Zt.method),Zt.name];to&&n.push(`${na(to.env_steps)} of ${na(to.budget)} steps`);let e=[n.join(" \xB7 ")];to?.training&&e.push(" \xB7 ",it("b",{class:"live"},"training")),tt("about").replaceChildren(...e),Zt.commandable||tt("about").append(" \xB7 learns one policy, so there is no dial to turn")}function Cu(){if(!Zt?.commandable)return;xx.update(Zt,fr,Pp());let n=(e,t)=>it("span",{class:`swatch ${e}`},t);tt("calibration-key").replaceChildren(...[n("left","your episodes"),$n.length>1?n("right","second policy"):null,fr.some(e=>e.kind==="sweep")?n("sweep","sweep"):null,Zt.predicted?n("foreseen","evaluator's prediction"):null,n("learned","seen in training")].filter(Boolean))}async function Tu(n=Ei){try{let[e,t]=await Promise.all([ss("state",n),ss("curve",n)]);if(n!==Ei)return;Tp&&Fi(null),Tp=!1;let i=JSON.stringify(t)!==Tu.lines;if(to=e,Zt&&wx(),i){Tu.lines=JSON.stringify(t),vx.update(t);let s=t.episodes.env_steps.length;tt("curve-hint").textContent=t.evaluations.env_returns.length?`last evaluation ${gn(t.evaluations.env_returns.at(-1))}`:s?"":"no records",tt("curve-key").replaceChildren(it("span",{class:"swatch faint"},"episodes"),it("span",{class:"swatch line"},"evaluations"))}e.loaded&&e.loaded!==Zt?.checkpoint?await jA(n):Zt||Fi(new _r(e.problem??"This run has no checkpoint yet. The page opens by itself when there is one."))}catch(e){Tp=!0,n===Ei&&Fi(e)}}var Tp=!1,Ep=!1;async function jA(n){if(!Ep){Ep=!0;try{await Sx(n)}finally{Ep=!1}}}async function QA(){let n=++bu,e=tt("sweep");try{let t=await fo("sweep",Ei),i=0;for(let s=fr.length-1;s>=0;s--)fr[s].kind==="sweep"&&fr.splice(s,1);for(;;){for(let s of t.episodes.slice(i))Number.isFinite(s.training_return)&&fr.push({command:s.command,achieved:s.training_return,kind:"sweep"});if(t.episodes.length>i&&Cu(),i=t.episodes.length,e.textContent=`Sweeping ${Math.round(100*i/t.wanted)} %`,t.status!=="waiting"&&t.status!=="playing")break;if(await new Promise(s=>setTimeout(s,250)),n!==bu)return;t=await ss(`jobs/${t.job}`)}if(t.status==="failed")throw new _r(t.problem)}catch(t){Fi(t)}finally{n===bu&&(e.textContent="Sweep the dial")}}function Tx(n){let e=new Mu(n,Cp);return $n.push(e),tt("sides").append(e.root),e.view.following=Pl,Cp.onActive(e),e}function eC(){let n=$n.length===1;if(tt("compare").setAttribute("aria-pressed",String(n)),tt("compare").textContent=n?"Back to one":"Compare two",tt("main").classList.toggle("two",n),n){let e=Tx("right");e.fit(Zt,Pp()),Mx(e)}else $n.pop().close(),Au.mark("right",null),Cp.onActive($n[0]);Cu()}function Ip(){return Math.max(.1,...$n.filter(n=>n.view.episode).map(n=>Qa(n.view.episode)))}var mx=0;function Ex(n){let e=Math.min(.1,(n-mx)/1e3);mx=n;let t=Ip();no||(io+=e*Number(tt("speed").value),io>t+KA*Math.max(1,Number(tt("speed").value))&&(io=0),Ax(t)),requestAnimationFrame(Ex)}function Ax(n=Ip()){let e=Math.min(io,n),t=tt("time");(document.activeElement!==t||!no)&&(t.value=String(e/n)),tt("clock").textContent=`${e.toFixed(1)} s`;for(let i of $n)i.view.recording||!i.view.episode||(i.view.time=Math.min(e,Qa(i.view.episode)),i.view.draw())}function Ap(n){no=n;let e=tt("pause");e.setAttribute("aria-pressed",String(no)),e.setAttribute("aria-label",no?"Play":"Pause")}var Eu={auto:"Auto",light:"Light",dark:"Dark"};function gx(n){document.documentElement.dataset.theme=n,tt("theme").textContent=Eu[n],tt("theme").setAttribute("aria-label",`Colours: ${Eu[n]}`),localStorage.setItem("gogepo-theme",n),Cx()}function Cx(){for(let n of $n)n.view.repaint();xx.redraw(),vx.redraw(),Au.redraw()}async function tC(){gx(Eu[localStorage.getItem("gogepo-theme")]?localStorage.getItem("gogepo-theme"):"auto"),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",Cx),tt("theme").addEventListener("click",()=>{let t=Object.keys(Eu);gx(t[(t.indexOf(document.documentElement.dataset.theme)+1)%t.length])}),tt("compare").addEventListener("click",eC),tt("sweep").addEventListener("click",QA),tt("all-runs").addEventListener("click",()=>{Ei=null,px().catch(Fi)}),tt("seed").addEventListener("change",t=>Rp(Ei.run,Number(t.target.value)).catch(Fi)),tt("pause").addEventListener("click",()=>Ap(!no)),tt("time").addEventListener("input",t=>{Ap(!0),io=Number(t.target.value)*Ip(),Ax()}),tt("follow").addEventListener("click",()=>{Pl=!Pl,tt("follow").setAttribute("aria-pressed",String(Pl));for(let t of $n)t.view.following=Pl}),tt("view").addEventListener("click",()=>$n.forEach(t=>t.view.resetView())),matchMedia("(prefers-reduced-motion: reduce)").matches&&Ap(!0),requestAnimationFrame(Ex);let n=await ss("runs"),e=n.find(t=>t.name===qs.get("run"))??(n.length===1?n[0]:null);if(e){let t=Number(qs.get("seed"));await Rp(e.name,e.seeds.includes(t)&&qs.has("seed")?t:e.seeds[0],n)}else await px();for(;;)await new Promise(t=>setTimeout(t,JA)),!document.hidden&&Ei&&await Tu()}tC().catch(Fi);
