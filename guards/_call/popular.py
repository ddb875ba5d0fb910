"""Names of packages that many projects use, and what only looks like one of them.

Law: a name of this list is no reason to ask by itself; one that differs from it by a letter is said to look like it.
Source: the packages that the projects of the test data and common templates install, written down by hand.
"""
from __future__ import annotations

from guards._text import table

POPULAR = frozenset("""
    aiobotocore aiohttp ajv alembic altair angular ansible antd anthropic anyio apollo-server argon2-cffi argparse
    arrow astro async-timeout asyncio asyncpg attrs autoprefixer aws-cdk aws-sdk awscli axios azure-cli azure-identity
    azure-storage-blob babel bcrypt bcryptjs beautifulsoup4 better-sqlite3 biome black bleach body-parser bokeh
    bootstrap boto boto3 botocore bs4 build bundler cachetools catboost celery certifi cffi chai chalk chardet
    charset-normalizer chart.js cheerio chi chokidar chroma chromadb clap click clsx cmake cobra colorama colors
    commander commitlint concurrently cors coverage cowsay create-next-app create-react-app create-vite cross-env
    cryptography css-loader curl cypress cython d3 dash dask databricks-sdk date-fns dayjs debug decorator deepface
    deno diesel discord.js django django-cors-headers django-filter djangorestframework docker docutils dotenv
    drizzle-kit drizzle-orm duckdb easyocr echarts ejs elasticsearch electron email-validator emoji esbuild eslint
    eslint-config-prettier eslint-plugin-react et-xmlfile exceptiongroup execa express express-session fabric
    factory-boy faiss-cpu faker fastapi fastify fastmcp fd feedparser ffmpeg filelock fiona firebase firebase-admin
    fixedwidth flake8 flask flask-cors flask-login flask-migrate flask-sqlalchemy folium formik framer-motion
    freezegun frozenlist fs-extra fsspec fzf gensim geopandas gh gin git glob go google-api-core
    google-api-python-client google-auth google-cloud-storage google-generativeai googleapis-common-protos got gradio
    graphql greenlet grpcio grpcio-status gulp gunicorn h11 h5py handlebars hatch helmet heroku highlight.js hono htop
    http-server httpcore httpie httptools httpx huggingface-hub husky hypothesis i18next idna imageio
    importlib-metadata ioredis ipykernel ipython isodate isort itsdangerous jest jinja2 jmespath joblib joi jotai jq
    jquery js-yaml jsdom json-server jsonschema jsonwebtoken jupyter jupyterlab keras knex koa kombu kubectl
    kubernetes langchain langchain-core langchain-openai langgraph leaflet lerna less libpq-dev librosa lightgbm
    lint-staged llama-index lodash loguru lucide-react luxon lxml lz4 mapbox-gl markdown marked markupsafe marshmallow
    matplotlib mediapipe mermaid micromatch mini-css-extract-plugin minimist mkdocs mkdocs-material ml-dtypes mobx
    mocha moment mongodb mongoengine mongoose more-itertools morgan moto motor moviepy msgpack msw multer multidict
    mypy mysql mysql-connector-python mysql2 mysqlclient nano nanoid nbconvert neo4j nest netcdf4 netmiko networkx
    next next-auth nginx ninja nltk node node-fetch nodemailer nodemon notebook nox numba numpy nuxt nx nyc oauthlib
    ollama openai openapi-typescript opencv-contrib-python opencv-python opencv-python-headless openpyxl openssl
    opentelemetry-api orjson packaging pandas paramiko parcel passlib passport pathspec pdfkit pdfplumber pdm peewee
    pendulum pg phoenix pillow pino pip pip-tools pipenv pipx platformdirs playwright plotly pluggy pm2 poetry polars
    postcss postgres postgresql pre-commit preact prettier prisma prometheus-client prompt-toolkit protobuf psutil
    psycopg psycopg2 psycopg2-binary puppeteer pyaml pyarrow pyasn1 pybind11 pycparser pycryptodome pydantic
    pydantic-settings pydub pygame pygments pyinstaller pyjwt pylint pymongo pymupdf pymysql pynacl pyodbc pyopenssl
    pyparsing pypdf pypdf2 pyproj pyright pyserial pyspark pytesseract pytest pytest-asyncio pytest-cov pytest-django
    pytest-mock pytest-xdist python python-dateutil python-docx python-dotenv python-jose python-magic
    python-multipart python-pptx pytz pyyaml pyzmq qrcode qs ramda rasterio ray react react-dom react-hook-form
    react-i18next react-icons react-native react-query react-redux react-router react-router-dom recharts recoil redis
    redux regex reportlab request requests requests-mock requests-oauthlib requests-toolbelt responses rich rimraf
    ripgrep rollup rope rsa ruamel.yaml ruff rust rxjs s3fs s3transfer safetensors sass sass-embedded scikit-image
    scikit-learn scipy scrapy seaborn selenium semantic-release semver sentence-transformers sentry-sdk sequelize
    serde serde-json serve setuptools setuptools-scm shapely sharp shelljs shortuuid simplejson six sniffio socket.io
    socket.io-client soundfile soupsieve spacy sphinx sqlalchemy sqlite sqlite3 sqlx starlette statsmodels storybook
    streamlit stripe structlog styled-components supabase supertest svelte swagger-ui-express swr sympy tabulate
    tailwindcss tenacity tensorboard tensorflow terraform terser textblob textual thiserror three tiktoken tldr tmux
    tokenizers tokio toml tomli torch torchaudio torchvision tornado tox tqdm traitlets transformers tree trl ts-jest
    ts-loader ts-node tslib tsup tsx turbo twilio twine typedoc typeguard typeorm typer typescript typing-extensions
    tzdata ujson ultralytics underscore undici unzip urllib3 uuid uv uvicorn uvloop validator vercel viper virtualenv
    vite vitest vue vuex wandb watchdog watchfiles weasyprint webpack webpack-cli websocket-client websockets werkzeug
    wget wheel winston wrangler wrapt ws xarray xgboost xlrd xlsxwriter xmltodict yaml yargs yarl yarn yt-dlp yup zarr
    zip zipp zod zstandard zustand""".split())
# Owners whose packages come in families: @types/node, @babel/core.
SCOPES = frozenset("""@angular @apollo @astrojs @aws-cdk @aws-sdk @azure @babel @biomejs @chakra-ui @clerk @emotion
    @eslint @expo @fastify @floating-ui @fortawesome @google-cloud @headlessui @heroicons @hono @hookform @jest
    @modelcontextprotocol @mui @nestjs @next @nuxt @octokit @openai @anthropic-ai @playwright @prisma @radix-ui @rspack
    @react-native @reduxjs @remix-run @rollup @sentry @shadcn @storybook @stripe @supabase @sveltejs @swc @tailwindcss
    @tanstack @testing-library @tiptap @trpc @types @typescript-eslint @vercel @vitejs @vitest @vue @webpack-cli
    @xenova""".split())
SHORT = 5       # letters below which names resemble each other by chance


def popular(name: str) -> bool:
    """Is it one of the names, or of an owner's family?

    >>> popular("Python_Dotenv"), popular("@types/node"), popular("reqeusts")
    (True, True, False)
    """
    plain = _plain(name)
    return plain in POPULAR or (name.startswith("@") and name.split("/")[0].lower() in SCOPES)


def resembles(name: str, others: frozenset[str] = POPULAR) -> str:
    """The name that it looks like but is not, "" for none: a letter more, less, other or moved, a part that is such.

    >>> resembles("reqeusts-toolbelt"), resembles("requests"), resembles("@babell/core"), resembles("acme-lib")
    ('requests-toolbelt', '', '@babel/core', '')
    """
    scope, slash, rest = name.lower().partition("/")
    owner = next((one for one in sorted(SCOPES) if slash and len(one) > SHORT and near(scope, one)), "")
    if owner:
        return owner + slash + rest
    plain = _plain(name.split("/")[-1])
    if plain in others or len(plain) < SHORT:
        return ""
    for other in sorted(others):
        if len(other) >= SHORT and abs(len(other) - len(plain)) <= 1 and near(plain, other):
            return other
    squeezed = plain.replace("-", "").replace(".", "")
    return next((other for other in sorted(others) if len(other) > SHORT
                 and other.replace("-", "").replace(".", "") == squeezed), "")


def slips(word: str) -> list[str]:
    """The words from which a longer one differs by a slip of the hand: see `near`.

    >>> "claude" in slips("claud"), "prettier" in slips("pretteir"), slips("vue")
    (True, True, [])
    """
    if len(word) < SHORT or not word.isascii():
        return []
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [*(a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1), *(a + b[1:] for a, b in cuts if b), *(
        a + one + rest for a, b in cuts for one in letters for rest in (b, b[1:]))]


def mistyped(name: str, other: str) -> bool:
    """Does a name differ from a popular one as a slip of the hand does: by two letters that changed places, one that is
    doubled, one within the word, an "s" behind a compound; by no other ending, no number?

    >>> mistyped("reqeusts", "requests"), mistyped("request", "requests"), mistyped("torch2", "torch")
    (True, False, False)
    >>> mistyped("raect", "react"), mistyped("numpyy", "numpy"), mistyped("python-dateutils", "python-dateutil")
    (True, True, True)
    """
    one = _plain(name)
    if sorted(one) == sorted(other):
        return one.replace("-", "") != other.replace("-", "")
    if one[:-1] == other:
        return one[-1] == other[-1] or ("-" in other and one[-1] == "s")
    return len(other) > SHORT and one[0] == other[0] and one[-1] == other[-1] and not any(
        c.isdigit() for c in one + other) and one.replace("-", "") != other.replace("-", "")


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").strip()


def near(one: str, other: str) -> bool:
    """Do two different texts differ by one letter: more, less, another, or two that changed places?

    >>> near("reqeusts", "requests"), near("lodahs", "lodash"), near("vue", "vuex"), near("a", "a"), near("ab", "xy")
    (True, True, True, False, False)
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    i = 0
    while i < min(len(one), len(other)) and one[i] == other[i]:
        i += 1
    a, b = one[i:], other[i:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (len(a) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:])
    return a[1:] == b if len(a) > len(b) else a == b[1:]

# Hosts of installers that everybody knows -> the words of a person that cover them.
INSTALLERS = table("""
    rustup.rs sh.rustup.rs: rust rustup cargo
    raw.githubusercontent.com/homebrew: brew homebrew
    get.docker.com download.docker.com: docker
    deb.nodesource.com rpm.nodesource.com: node nodejs npm
    raw.githubusercontent.com/nvm-sh: nvm node nodejs
    python-poetry.org: poetry
    astral.sh: uv ruff astral
    bun.sh bun.com: bun
    deno.land: deno
    get.pnpm.io: pnpm
    get.sdkman.io: sdkman java
    pyenv.run: pyenv python
    get.helm.sh raw.githubusercontent.com/helm: helm
    mise.run: mise
    raw.githubusercontent.com/ohmyzsh: zsh ohmyzsh oh
    starship.rs: starship
    ollama.com: ollama
    claude.ai: claude
    fnm.vercel.app: fnm node
    get.k3s.io: k3s kubernetes
    nixos.org install.determinate.systems: nix
    tailscale.com: tailscale
    cli.github.com: gh github
    get.volta.sh: volta node
    bootstrap.pypa.io: pip
    dl.google.com: gcloud google chrome
    sdk.cloud.google.com: gcloud google
    awscli.amazonaws.com: aws awscli
    get.opentofu.org: opentofu tofu
    fly.io: fly flyctl
    cli.doppler.com: doppler
    zed.dev: zed
    raw.githubusercontent.com/asdf-vm: asdf
    get.haskellstack.org: stack haskell
    get-ghcup.haskell.org: ghcup haskell
    raw.githubusercontent.com/junegunn: fzf
    charts.jetstack.io: cert jetstack certmanager
    kubernetes.github.io: ingress nginx kubernetes
    raw.githubusercontent.com/argoproj: argo argocd
    install.meteor.com: meteor
    cursor.com: cursor
    foundry.paradigm.xyz: foundry
    raw.githubusercontent.com/golangci: golangci golangci-lint
    just.systems: just
    atuin.sh: atuin
    """)


def installer(place: str) -> str:
    """The words of a person that cover an installer which everybody knows, by its address; "" for any other place.

    >>> installer("sh.rustup.rs"), installer("rustup.rs.x.example"), installer("raw.githubusercontent.com/nvm-sh/i.sh")
    ('rust rustup cargo', '', 'nvm node nodejs')
    """
    from guards._text.address import host_of, registered

    host = host_of(place) or place.split("/")[0]
    return next((row for start, row in INSTALLERS.items() if place.lower().startswith((start + "/", start + "?"))
                 or place.lower() == start or ("/" not in start and (host == start or registered(host) == start))), "")
