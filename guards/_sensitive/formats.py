r"""Secrets that say themselves what they are: each provider's published format, a name and its templates.

A template is what such a token looks like: `ghp_<A36>` begins with `ghp_`, three characters or more, and goes on with
36 letters and digits; `<b20-60>` is 20 to 60 characters of their kind (_CLASSES), `<uuid>` what it says, `{a,b}` one of
these.  Its beginnings, its expression and its examples are computed: a new format is one line here.  What is like one
and is none stands in tests/test_sensitive_formats.py.
"""
from __future__ import annotations

# A letter, and what it stands for in an expression.
_CLASSES = {
    "A": "[A-Za-z0-9]", "U": "[A-Z0-9]", "l": "[a-z0-9]", "h": "[a-f0-9]", "x": "[a-fA-F0-9]", "d": "[0-9]",
    "a": "[A-Za-z]", "c": "[a-z]", "b": r"[\w\-]", "s": "[A-Za-z0-9+/]", "u": r"[\w\-.=%]", "t": r"[\w\-.=%+/]",
    "=": "="}
_UUID = "<x8>-<x4>-<x4>-<x4>-<x12>"

_TABLE = (
    # clouds
    """
    aws-access-key A{KIA,SIA,BIA,CCA}<U16>
    aws-bedrock-key ABSK<s109-269><=0-2>
    aws-bedrock-short-key bedrock-api-key-<A4>cm9jay5hbWF6b25hd3MuY29t<t0-4000>
    alibaba-access-key LTAI<A17-21>
    google-api-key AIza<b35>
    google-oauth-secret GOCSPX-<b28>
    google-oauth-token ya29.<b16-1000>
    yandex-key AQVN<b35-38> t1.<b10-200><=0-2>.<b86><=0-2>
    digitalocean-token do{o,p,r}_v1_<h64>
    cloudflare-origin-ca v1.0-<h24>-<h146> v1.0-<u160-200>
    heroku-key HRKU-<b36-62>
    fly-token fo1_<b43> fm1{a,r}_<s80-2000><=0-3> fm2_<s80-2000><=0-3>
    planetscale-token pscale_{tkn,oauth,pw}_<u32-64>
    supabase-key sbp_{,v0_}<l40> sb_secret_<b31>
    neon-key napi_<l60-68>
    aiven-password AVNS_<b19>
    vercel-token vc{a,i,k,p,r}_<A56>
    deno-token dd{o,p}_<A36>
    netlify-token nfp_<b36>
    scalingo-token tk-us-<b48>
    """
    # code hosting, packages, builds
    """
    github-token gh{o,p,r,s,u}_<A36-255>
    github-fine-grained github_pat_<A22>_<A59> github_pat_<b82>
    gitlab-token gl{pat,dt,ft,rt,rtr,imt,soat,ffct,wt}-<b20-300>{.<l2>.<l14-16>,.<l9>,} glptt-<h40> glagent-<b50>
        gloas-<b64> glcbt-<A1-5>_<b20>
        GR1348941<b20>
    npm-token npm_<A36>
    pypi-token pypi-AgE<b50-1000>
    rubygems-key rubygems_<l42-52>
    nuget-key oy2<l43>
    clojars-token CLOJARS_<l60>
    crates-token cio<A32>
    docker-token dckr_{p,o}at_<b27-40>
    artifactory-key AKCp<A20-120> AKC<A64-74> cmVmd<A59>
    buildkite-token bk{ua,aj,pt,ct}_<A40>
    circleci-token CCI{PAT,PRJ}_<A20-24>_<A40>
    sonar-token sq{a,p,u}_<h40>
    sourcegraph-token sgp_{,local_}<x40> sgp_<x16>_<x40> slk_<h64> sgd_<h64>
    segment-key sgp_<A64>
    pulumi-token pul-<l40>
    prefect-key pn{b,u}_<A36>
    postman-key PMAK-<A24>-<A34>
    octopus-key API-<U26>
    harness-token {p,s}at.<b22>.<h24>.<A20>
    dynatrace-token dt0<a1><d2>.<A24>.<A64>
    doppler-token dp.{pt,st,ct,sa,scim,audit,said}.<A40-44> dp.{st,ct,sa}.<b2-35>.<A40-44>
    wakatime-key waka_<uuid>
    age-key AGE-SECRET-KEY-1<U58>
    1password-token ops_eyJ<s200-4000><=0-3>
    1password-secret-key A3-<U6>-<U11>-<U5>-<U5>-<U5> A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>
    """
    # models
    """
    anthropic-key sk-ant-<b96-106>AA
    openai-key sk-<b20-100>T3BlbkFJ<b20-100> sk-{proj,svcacct,service,admin,None}-<b40-180>
    model-key sk-or-v1-<h64> sk-lf-<uuid> sk-<A32-64> sk_<h48>
    xai-key xai-<b70-90>
    groq-key gsk_<A48-56>
    perplexity-key pplx-<A48-56>
    huggingface-token {hf,api_org}_<A34-40>
    replicate-token r8_<b37>
    tavily-key tvly-{,dev-,prod-}<b20-48>
    nvidia-key nvapi-<b60-70>
    pinecone-key pcsk_<A5-6>_<A60-66>
    langsmith-key lsv2_{pt,sk}_<h32>_<h10>
    together-key tgp_v1_<b43>
    jina-key jina_<h32><b28>
    firecrawl-key fc-<h32>
    e2b-key e2b_<h40>
    apify-token apify_api_<b36>
    wandb-key wandb_v1_<A60-100>
    """
    # talk and mail
    """
    slack-token xox{b,p,a,o,r,s,c,e}-<d4-17>-<b12-90> xox{a,r,s}-<d1>-<b8-160> xox{a,r}-<A8-48>
        xoxe{,.xoxb,.xoxp}-<d1>-<A100-200> xoxd-<u100-300>
        xapp-<d1-3>-<A8-16>-<A8-16>-<l30-70>
    sendgrid-key SG.<b16-32>.<b16-64> SG.<u66>
    brevo-key x{key,smtp}sib-<b81>
    mailgun-key {,pub}key-<l32> key-<A64>
    resend-key re_<A8>_<A24>
    linear-key lin_api_<A40> lin_oauth_<h64>
    notion-token ntn_<d11><A35> secret_<A43>
    typeform-token tfp_<u40-59>
    atlassian-token AT{A,C,S}TT3<b60-260>{=<U8>,} ATBB<A24-40> ATTA<h64><A0-8>
    figma-token fig{d,u,o}_<b40-44> fig{d,u,o}{r,h}_<b40-44> figp_<u40-54>
    airtable-token pat<A14>.<l62-66>
    hubspot-token pat-{na,eu,ap}<A1>-<uuid>
    contentful-token CFPAT-<b43>
    frameio-token fio-u-<u64>
    sentry-token sntrys_eyJ<t60-600> sntryu_<h64>
    grafana-token glc_<s32-400><=0-3> glsa_<b41> eyJrIjoi<s40-400><=0-3>
    newrelic-key NR{AK,AA,RA,SP}-<A24-42> NRI{I,Q}-<b25-32> NR{JS,BR}-<h19>
    pixie-key px-{api,dep}-<uuid>
    launchdarkly-key {sdk,api}-<uuid>
    posthog-key phx_<b43-48>
    honeycomb-key hc{a,x}{i,l}k_<l26-60> hc{a,x}mk_<l26-60>
    rootly-key rootly_<h64>
    readme-key rdme_<l70>
    """
    # money
    """
    stripe-key {r,s}k_{live,test,prod}_<A10-250> pi_<A24>_secret_<A25>
    webhook-secret whsec_<s24-64><=0-2>
    square-token EAAA<t60> sq0atp-<b22> sq0csp-<b43>
    facebook-token EAA<A80-400>
    shopify-token shp{at,ca,pa,ss,tka,ua,rt}_<x30-34>
    duffel-token duffel_{test,live}_<u43>
    easypost-key EZ{A,T}K<A54>
    flutterwave-key FLWSECK<b13-40>
    shippo-token shippo_{live,test}_<x40>
    mercadopago-token {APP_USR,TEST}-<d13-16>-<d6>-<h32>-<d6-10>
    razorpay-key rzp_{l,t}<b18>
    lichess-token lip_<A20-40>
    """
    # the rest
    """
    databricks-token d{api,ose,sapi}<h32>{-<d1-2>,}
    dropbox-token sl.{,u.}<u100-1400>
    adobe-secret p8e-<b32> p8_<l32>
    defined-key dnkey-<u26>-<u52>
    infracost-key ico-<A32>
    intra42-secret {s,u}-s4t2{ud,af}-<h64>
    settlemint-token sm_{a,p,s}at_<A16>
    authress-key {sc,ext,scauth,authress}_<l5-30>.<l4-6>.acc{-,_}<b10-32>.<t30-120>
    vault-token hv{s,r}.<b24-300> hvb.<b100-600>
    tailscale-key tskey-<b8-40>-<b5-64>
    zuplo-key zpka_<l32>_<h8>
    mapbox-token {p,s,t}k.eyJ<b30-140>.<b20-24> {p,s,t}k.<l60>.<l22>
    salesforce-token 00D<A12-15>!<u60-140>
    twilio-key SK{0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f}<h31>
    twitter-bearer AAAAAAAAAAAAAAAAAAAA<u60-124>
    docker-config eyJhdXRo<s40-8000><=0-2>
    stackhawk-key hawk.<b20>.<b20>
    tencent-key AKID<A32-48>
    teamcity-token eyJ0eXAiOiAiVENWMiJ9.<b36>.<b48>
    jwt-base64 ZXlK<t60-8000><=0-2>
    jwt {eyJ,ewogI}<b10-2000>.ey<t12-8000>.{<t10-1400>,} {eyJ,ewogI}<b10-2000>.ewogI<t10-8000>.{<t10-1400>,}
    """
    # published by several scanners, one row each
    """
    adafruit-key aio_<A28>
    dependency-track-key odt_<A32-255>
    clickup-token pk_<d6-9>_<U32>
    flexport-token shltm_<b40>
    fullstory-key na1.<s100>
    twitch-stream-key live_<d8-10>_<A30-36>
    gocardless-token live_<u40-42>
    ionic-token ion_<l42>
    mongodb-atlas-secret mdb_sa_sk_<b6><A34>
    pagarme-key ak_live_<A30>
    pubnub-key pub-c-<uuid> sec-c-<A40-60>
    telnyx-key KEY<b55>
    tickettailor-key sk_<d4>_<d6>_<h32>
    ubidots-token BB{FF,US}-<A30>
    voiceflow-key VF.{,DM.,WS.}<x24>.<A16>
    zoho-token 1000.<h32>.<h32>
    teamwork-token tkn.v1_<A71>=
    bitbucket-token BBDC-<t40-50>
    bannerbear-key bb_{pr,ma}_<h30>
    besttime-key pri_<h32>
    checkout-key sk_{,test_,sbox_}<uuid> sk_sbox_<l20-40>
    closecrm-key api_<A20-24>.<A20-24>
    cloudflare-key cf{k,ut,at}_<A40><h8>
    endor-key endr+<b16>
    finage-key API_KEY<U32>
    fleetbase-key flb_live_<A20>
    klaviyo-key pk_<A34> pk_<A6>_<h34>
    courier-token pk_{prod,test}_<A28>
    ramp-secret ramp_sec_<A48>
    salad-key salad_cloud_<A1-7>_<A7-235>
    salesforce-refresh-token 5A{EP,ep}861<u60-120>
    salesforce-consumer-key 3MVG9<u75-251>
    squarespace-key sqco_<A59>
    nightfall-key NF-<A32>
    clickhouse-key 4b1d<A38>
    plaid-token access-{sandbox,development,production}-<uuid>
    photoroom-key sk_pr_<A1-64>_<x40>
    ecostruxure-key AK1<t50-55>
    thog-key thog-{key,secret}-<h16-32>
    robinhood-key rh-api-<uuid>
    gitlab-session _gitlab_session=<l32>
    """
    # more clouds, models and services, as their own documentation writes their keys
    """
    mws-token amzn.mws.<uuid>
    amazon-lwa-secret amzn1.oa2-cs.v<d1>.<h64>
    astra-token AstraCS:<A20-28>:<h60-68>
    xata-key xau_<A32-60>
    fireworks-key fw_<A22-40>
    cerebras-key csk-<l40-60>
    voyage-key pa-<b43>
    runpod-key rpa_<U40-50>
    modal-token a{k,s}-<A22>
    brave-search-key BSA<b27-29>
    langfuse-key pk-lf-<uuid>
    mem0-key m0-<A38-44>
    browserbase-key bb_{live,test}_<b24-32>
    axiom-token xa{at,pt}-<uuid>
    mailersend-key mlsn.<h64>
    onesignal-key os_v2_{app,org}_<l90-110>
    polar-token polar_{oat,pat,whs,rst,at_o,at_u,cs,cst}_<A32-64>
    paddle-key pdl_{live,sdbx}_apikey_<l26>_<A22>_<A3> pdl_ntfset_<l26>_<s32>
    stytch-secret secret-{live,test}-<u30-48>
    jumpcloud-key jca_<A36>
    snyk-token snyk_<c2-4>.<h8>.eyJ<u40-1000>
    chromatic-token chpt_<h12-15>
    cloudinary-url cloudinary://<d12-18>:<b20-40>@<b2-60>
    intercom-token dG9r<s40-80><=0-2>
    statsig-key {secret,console}-<A40-48>
    growthbook-key secret_{admin,readonly,user}_<A30-60>
    flagsmith-key ser.<A22>
    render-key rnd_<A28-36>
    scaleway-key SCW<U17>
    ngrok-key cr_<A27>
    turso-token eyJhbGciOiJFZERTQSI<b2-80>.<b20-2000>.<b40-120>
    mux-token mux-<A60-80>
    apollo-key service:<b2-60>:<b22> user:gh.<b36>:<b22>
    dashscope-key sk-ws-<b40-120>
    novu-secret nv-<h32-64>
    lob-key {live,test}_{,pub_}<h31-35>
    appwrite-key standard_<h128-256>
    livekit-key API<A12>:<A40-50>
    webflow-token ws-<h64>
    unkey-key unkey_<A20-40>
    trigger-key tr_{dev,prod,stg,pat}_<A20-48>
    inngest-key signkey-{prod,test,staging,branch}-<h32-64>
    upstash-qstash sig_<A26-32>
    tinybird-token p.eyJ<b60-200>.<b20-60>
    quicknode-key QN_<h32>
    shopify-partner-secret {prtapi,atkn}_<h32-72>
    canva-secret cnvca<b40-60>
    lambdatest-key LT_<A48-56>
    pagerduty-key y_NbAkKc<b10-16>
    gitea-token gta_<l40-60>
    coda-token cda_<A30-48>
    vercel-blob-token vercel_blob_rw_<A16>_<A30>
    convex-key {prod,dev,preview}:<b8-40>|<t40-300>
    wordpress-token wp_<h64>
    """)


def _variants(template: str) -> list[str]:
    """Each text that a template with `{a,b}` in it stands for.

    >>> _variants("do{o,p}_{,v1_}")
    ['doo_', 'doo_v1_', 'dop_', 'dop_v1_']
    """
    before, brace, rest = template.partition("{")
    inner, _, after = rest.partition("}")
    return [one for part in inner.split(",") for one in _variants(before + part + after)] if brace else [template]


def _expression(template: str) -> str:
    """What a template says as a regular expression, without `{a,b}`.

    >>> _expression("v1.<A20-40><=0-2>")
    'v1\\\\.[A-Za-z0-9]{20,40}={0,2}'
    """
    first, *parts = template.replace("<uuid>", _UUID).split("<")
    found = _escaped(first)
    for part in parts:
        size, _, rest = part[1:].partition(">")
        found += f"{_CLASSES[part[0]]}{{{size.replace('-', ',')}}}{_escaped(rest)}"
    return found


def _escaped(text: str) -> str:
    return "".join([f"\\{one}" if one in ".+|" else one for one in text])


def _rows() -> tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for word in _TABLE.split():
        if "<" not in word:
            name = word
        else:
            found.setdefault(name, []).extend(_variants(word))
    return tuple([(name, tuple(dict.fromkeys([one.partition("<")[0] for one in some])),
                   "|".join(map(_expression, some)), tuple(some)) for name, some in found.items()])


# (rule, the beginnings of its tokens, their expression, its templates)
FORMATS = _rows()
RULES = frozenset([row[0] for row in FORMATS])


def _by_start() -> dict[bytes, list[tuple[int, str, bytes, str]]]:
    """A head's first three bytes -> (number, rule, head, expression) of each that begins so, in the table's order."""
    found: dict[bytes, list[tuple[int, str, bytes, str]]] = {}
    heads = [(row[0], head.encode(), row[2]) for row in FORMATS for head in row[1]]
    for number, (rule, head, expression) in enumerate(heads):
        found.setdefault(head[:3], []).append((number, rule, head, expression))
    return found


BY_START = _by_start()
