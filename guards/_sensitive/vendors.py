# ruff: noqa: E501  (tables)
"""Names of services that hand out keys: a drawn value just behind one of them and a word for a key is that key.

Their names are what the published rules of secret scanners look for.  Everyday words (front, close, monday) are not
here: with `=` or `:` a name needs no vendor, and before a blank such a word says nothing.
"""
from __future__ import annotations

VENDORS = frozenset("""
    1password ably abuseipdb abyssale accuweather adafruit adafruitio adobe adobeio adyen adzuna aeroworkflow airbrake airbrakeproject airtable airvisual aiven
    alchemy alconost aletheia algolia alibaba alienvault allsports alphavantage amadeus ambee amplitude anthropic anypoint anyscale apacta api2cart apideck
    apiflash apifonica apify apilayer apimatic apimetrics apitemplate apollo appcues appfollow appointedd appoptics appsynergy apptivo artifactory
    artifactoryreference asana assemblyai atera atlassian atlassiandatacenter attio audd auth0 auth0managementapi authress autodesk autoklose autopilot avaza
    aviationstack aws axonaut aylien ayrshare azure azureapimanagement azurecontainerregistry azuredevops azuredirectmanagement azurefunction azureopenai
    azuresas azuresearch azuresearchquery azurestorage bannerbear baremetrics beamer beebole besnappy besttime betterstack bigcommerce billomat binance bitbar
    bitbucket bitcoinaverage bitfinex bitly bitmex bitrise bittrex blazemeter blitapp blockfrost blocknative blogger blynk bombbomb boostnote borgbase box
    boxcom boxoauth braintree braintreepayments braintrust brandfetch braze brevo brightdata browserless browserstack browshot bscscan buddyns budibase bugherd
    bugsnag buildkite bulbul bulk bunny buttercms bybit caflou calendarific calendly calorieninja campayn cannyio canva capsulecrm captaindata carboninterface
    cashboard caspio censys centralstationcrm cerebras cexio chartmogul chatbot chatfule checio checklyhq checkout checkvist cicero circleci clarifai clearbit
    clerk clickhelp clickhouse clicksend clickup clickuppersonal cliengo clientary clinchpad clockify clockwork clojars closecrm cloudconvert cloudelements
    cloudflare cloudflareapi cloudflareca cloudflareglobal cloudimage cloudinary cloudmersive cloudplan cloudsight cloudsmith cloverly clustdoc coda codacy
    codeclimate codecov codemagic codequiry cohere coin coinbase coinlayer coinlib commercejs companyhub confluence confluent contentful conversiontools
    convertkit convier couchbase countrylayer coveralls craftmypdf cratesio crowdin cryptocompare curl currencycloud currencyfreaks currencylayer currencyscoop
    currents customerguru customerio d7network dailyco dareboost databox databricks datadog datagov datocms deepai deepgram deepseek definednetworking demio
    deno dependency detectify detectlanguage dfuse diffbot diggernaut digitalocean discord discordbot disqus dnscheck dockerhub docparser documo docusign
    doppler dotdigital dovico dronahq droneci dropbox duffel duo duply dwolla dynalist dynatrace dyspatch eagleeyenetworks easyinsight easypost ecostruxureit
    edamam edenai eightxeight elasticemail elevenlabs enablex endorlabs enigma etherscan ethplorer etsy eventbrite everhour exchangerate exchangerates exportsdk
    extractor facebook faceplusplus fastforex fastly fastlypersonal feedier fetchrss fibery figma fileio finage financialmodelingprep findl finicity finnhub
    firecrawl fireworks fitbit fixerio flatio fleetbase flexport flickr flight flightlabs flightstats flowflu flutterwave flyio fmfw formbucket formcraft formio
    formsite foursquare frameio freemius freshbooks freshdesk fullstory fxmarket gcp geckoboard gemini gengo geoapify geocodify geocodio geoipifi getemail
    getemails getgeo getgist getresponse getsandbox giphy gitea github githubapp gitlab gitter gladia glassnode gocanvas gocardless godaddy goodday googlegemini
    grafana grafanaserviceaccount graphcms graphhopper groovehq groq gtmetrix guardian gumroad gyazo happyscribe hashicorp hashicorpvault hashicorpvaultauth
    hasura helius hellosign helpcrunch helpscout here heroku hetzner hiveage holiday honeycomb html2pdf hubspot huggingface hybiscus hypertrack ibm ibmcloud
    iconfinder iexapis iexcloud imagekit imagga impala infisical infracost infura insightly instabot instagram instamojo intercom interseller intra42 intrinio
    invoiceocean ionic ip2location ipapi ipdata ipgeolocation ipinfo ipinfodb ipquality ipstack jenkins jfrog jira jotform jumpcloud jupiterone juro kanbantool
    karmacrm keenio kickbox klarna klaviyo klipfolio knapsackpro kontent kubernetes kucoin kylas langfuse langsmith languagelayer larksuite launchdarkly
    leadfeeder lemlist lemonsqueezy lendflow lessannoyingcrm lexigram linemessaging linenotify linkedin linkpreview linode liveagent livekit livestorm loadmill
    lob locationiq logdna loggly loginradius logzio lokalise looker loyverse lunchmoney luno lusha m3o madkudu magicbell magnetic mailboxlayer mailchimp
    mailerlite mailersend mailgun mailjet mailmodo mailsac mandrill mapbox mapquest marketstack mattermost mattermostpersonal mavenlink maxmind meaningcloud
    mediastack meilisearch meistertask meraki mesibo messagebird meta metabase metrilo microsoft microsoftteams mindmeister miro mistral mixmax mixpanel
    mockaroo moderation mollie mongodb monkeylearn moonclerk moosend moralis mrticktock mux myfreshworks myintervals nasdaqdatalink nethunt netlify netsuite
    neutrino newrelic newrelicbrowser newrelicinsightsinsert newrelicinsightsquery newrelicmobileapp newrelicpersonal news newsapi newscatcher nexmo nftport
    ngrok nicereply nightfall noticeable nozbeteams npm npmtoken nuget numverify nutritionix nvapi nylas nytimes oanda octopusdeploy okta okx omdb omnisend
    onedesk onedrive onelogin onepagecrm onesignal onfleet oopspam openai openaiadmin opencagedata openrouter openshift openuv openvpn openweather
    openweathermap opsgenie optimizely overloop ovh owlbot packagecloud pagarme pagerduty pandadoc pandascore paperform paralleldots parsehub parseur particleio
    partnerstack pastebin paydirtapp paymoapp paymongo paypal paystack pdflayer pdfshift peopledatalabs pepipost percy perplexity pexels pganalyze photoroom
    phrase pinata pinecone pinterest pipedream pipedrive pivotaltracker pixabay plaid planetscale planetscaledb planviewleankit planyo plivo podio polls
    poloniex polygon portainer positionstack postageapp posthog postman postmark powrbot prismic priv privateai prodpad prospectcrm protocolsio proxycrawl
    pubnub pubnubpublish pubnubsubscription pulumi purestake pushbullet pusher pusherchannel pypi qase qdrant qualaroo quandl qubole quicknode railwayapp ramp
    rapid rawg razorpay reachmail readme reallysimplesystems rebrandly recaptcha rechargepayments reddit redhatpyxis refiner rentman repairshopr replicate
    replyio requestfinance resend restpack restpackhtmltopdf restpackscreenshot revampcrm ringcentral ritekit roaring robinhoodcrypto rocketreach rockset
    rollbar rootly route4me rownd rubygems runrunit saladcloud salesblink salescookie salesflare salesforce salesforcerefresh salesmate sambanova
    satismeterproject satismeterwrite saucelabs scaleway scalingo scalr scrapeowl scraper scraperapi scraperbox scrapestack scrapfly scrapingant scrapingbee
    screenshot screenshotlayer scrutinizerci securitytrails selectpdf semaphore semgrep sendbird sendbirdorganization sendgrid sendinblue sentry sentryorg
    serpapi serper serphouse serpstack settlemint sherpadesk shipday shippo shodan shopify shotstack shutterstock sidekiq signable signalwire signaturit
    signupgenius sigopt simfin simplesat simplynoted simvoly sinch sirv siteleaf skrappio skybiometry slack smartsheets smartystreets smooch snipcart snowflake
    snyk solarwindsobservability sonar sonarcloud sonarqube sourcegraph sourcegraphcody sparkpost spectralops speechmatics speechtextai splunk
    splunkobservability spoonacular sportsmonk spotify squareapp squarespace squareup sslmate stackhawk statsig statuscake statuspage statuspal stitchdata
    stockdata stopwords storecove stormboard stormglass storyblok storychief strava stripe stripepaymentintent stripo stytch sugester sumologic supabase
    supernotes surveyanyplace surveybot surveysparrow survicate swiftype tailscale tallyfy tatumio tavily taxjar teamgate teamworkcrm teamworkdesk
    teamworkspaces technicalanalysis tefter telegram telegrambot teletype telnyx tenor terraform terraformcloud terraformcloudpersonal testingbot textmagic
    theodds thingsboard thinkific thousandeyes ticketmaster tickettailor tiingo tiktok timecamp timezone tines tly tmdb tmetric todoist toggltrack tokeet
    tomorrowio tomtom tradier transferwise travelpayouts travisci trello truenas trufflehogenterprise turso twelvedata twilio twitch twitter twitterconsumer
    tyntec typeform typesense typetalk ubidots uclassify unifyid unplugg unsplash upcdatabase uplead uploadcare upstash uptimerobot upwave urlscan userflow
    userstack vagrantcloud vagrantcloudpersonal vatlayer vault vbout vercel verifier verimail veriphone versioneye viewneo virustotal visualcrossing voiceflow
    voicegain vonage voodoo vpnapi vultr vyte walkscore weatherbit weatherstack weaviate web3storage webex webexbot webflow webscraper webscraping websitepulse
    weightsandbiases wepay whatsapp whoxy wireguard wistia wit wiz woocommerce wordpress workos worksnaps workstack worldcoinindex worldweather wrike xai yandex
    yelp youneedabudget yousign youtube zapier zendesk zenkit zenrows zenscrape zenserp zeplin zerobounce zerotier zipapi zipbooks zipcode zipcodebase zoho
    zohocrm zonkafeedback zoom zoominfo zulipchat zyte
""".split())

# Addresses whose path carries the key.
KEY_HOSTS: tuple[bytes, ...] = tuple(b"""
    .infura.io/ .alchemy.com/v2 .alchemyapi.io/v2 .quiknode.pro/ rpc.ankr.com/ .blastapi.io/ getblock.io/
    maker.ifttt.com/ .tines.com/webhook/ hook.make.com/ .make.com/ hook.integromat.com/ .webhook.office.com/
    .chainstack.com/ .drpc.org/ .nodereal.io/ hooks.airtable.com/ .dwellir.com/ healthchecks.io/ping/ hc-ping.com/
    discord.com/api/webhooks/ .powerplatform.com/ api.telegram.org/ hooks.glip.com/webhook/ webhook.site/
    pushgateway/ ntfy.sh/ thingsboard.cloud/api/v1/
""".split())
